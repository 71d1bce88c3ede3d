// `npm run build`: the production build, made anew whether or not the sources have changed.
import { fail, rebuild } from './project.mjs'

try {
  await rebuild()
} catch (error) {
  fail(error)
}
