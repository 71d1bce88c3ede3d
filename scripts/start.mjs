// `npm start`: installs and builds what is not up to date, then serves. The server itself checks its settings.
import { build, fail, install, root, stopHere } from './project.mjs'
import { endWithNpm, serve } from './serve.mjs'

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
