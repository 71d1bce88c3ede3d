// A process of its own that writes one row every 20 ms, as a server does that stores answers. On the message 'stop' it
// sends the wait of its slowest write in milliseconds and ends.
import { setTimeout as wait } from 'node:timers/promises'
import { writeFact } from '#db/meta.ts'
import { openDatabase } from '#db/open.ts'

const INTERVAL_MS = 20

const { db, close } = await openDatabase({ dataDir: process.env.DATA_DIR! })
let isRunning = true
process.once('message', () => (isRunning = false))
let longestMs = 0
for (let count = 0; isRunning; count += 1) {
  const began = performance.now()
  await db.transaction().execute((tx) => writeFact(tx, 'bench-save', String(count)))
  // The first write opens the file and compiles the code.
  if (count === 0) process.send!('ready')
  else longestMs = Math.max(longestMs, performance.now() - began)
  await wait(INTERVAL_MS)
}
await close()
process.send!(longestMs)
process.disconnect()
