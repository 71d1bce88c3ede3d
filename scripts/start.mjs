// `npm start`: installs and builds what is not up to date, then serves. The server itself checks its settings.
import { spawn } from 'node:child_process'
import {
  build,
  environment,
  exitCodeOf,
  fail,
  forwardSignals,
  install,
  projectNode,
  root,
  stopHere,
} from './project.mjs'

process.chdir(root)
try {
  await install()
  await build()
  stopHere()
  const server = spawn(projectNode, ['dist/server/entry.mjs'], { stdio: 'inherit', env: environment })
  forwardSignals(server)
  server.once('error', fail)
  server.once('exit', (code, signal) => process.exit(exitCodeOf(code, signal)))
} catch (error) {
  fail(error)
}
