// `npm run build`: the production build, made anew whether or not the sources have changed.
import { startCommand } from '../src/lib/server/start-command.mjs'
import { fail, rebuild } from './project.mjs'

startCommand({
  name: 'npm run build',
  about: ['Builds the production server into dist, whether or not the sources changed.'],
})
try {
  await rebuild()
} catch (error) {
  fail(error)
}
