import { content } from './content.ts'

process.exitCode = await content(process.argv.slice(2), { settings: process.env, out: console.log, err: console.error })
