import { setFlagsFromString } from 'node:v8'
import { writePrivately } from '#lib/server/private-data.ts'
import { content } from './content.ts'

// To read a pack makes much that is dropped at once. Room for that which does not grow halves the memory of a large pack and
// costs no time that can be measured.
setFlagsFromString('--semi-space-growth-factor=1')

writePrivately()
process.exitCode = await content(process.argv.slice(2), { settings: process.env, out: console.log, err: console.error })
