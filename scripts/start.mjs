// `npm start`: installs and builds what is not up to date, then serves. The server itself checks its settings.
import { startCommand } from '../src/lib/server/start-command.mjs'
import { build, fail, install, root, stopHere } from './project.mjs'
import { endWithNpm, serve } from './serve.mjs'

startCommand({
  name: 'npm start',
  about: ['Installs packages and builds where that is needed, then serves. README lists the settings.'],
})
process.chdir(root)
endWithNpm()
try {
  await install()
  await build()
  stopHere()
  serve()
} catch (error) {
  fail(error)
}
