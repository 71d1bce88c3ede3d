import { call } from '#lib/browser/call/call.ts'
import { listOwnedCourses } from '../../catalogue.contract.ts'

/**
 * Leaves out of 'Top Courses Pick for You' what the learner has, expired courses too: others take their places. The page works
 * without the answer, so a failure is silent. It is loaded for who is logged in alone.
 */
async function leaveOutOwned(box: HTMLElement): Promise<void> {
  const { data } = await call(listOwnedCourses)
  let room = Number(box.dataset.topCourses)
  for (const tile of box.querySelectorAll<HTMLElement>('[data-tile]')) {
    tile.hidden = data.includes(Number(tile.dataset.tile)) || room === 0
    if (!tile.hidden) room -= 1
  }
  const isEmpty = room === Number(box.dataset.topCourses)
  // A list without cards still has its margin, which draws what follows upwards.
  box.querySelector<HTMLElement>(':scope > ul')!.hidden = isEmpty
  box.querySelector<HTMLElement>('[data-none]')!.hidden = !isEmpty
}

const box = document.querySelector<HTMLElement>('[data-top-courses]')
if (box) leaveOutOwned(box).catch(() => {})
