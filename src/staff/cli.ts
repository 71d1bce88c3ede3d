import { staff } from './staff.ts'

process.exitCode = await staff(process.argv.slice(2), { settings: process.env, out: console.log, err: console.error })
