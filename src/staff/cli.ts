import { writePrivately } from '#lib/server/private-data.ts'
import { staff } from './staff.ts'

writePrivately()
process.exitCode = await staff(process.argv.slice(2), { settings: process.env, out: console.log, err: console.error })
