import { canClear, searchProblem } from '../search.rules.ts'

/** What a script adds to the filters: the clear button, the message, and a choice that takes effect at once. */

const form = document.querySelector<HTMLFormElement>('[data-filters]')

if (form) {
  const input = form.querySelector('input')!
  const clear = form.querySelector<HTMLButtonElement>('[data-clear]')!
  const message = form.querySelector('[data-problem]')!
  const say = (problem = '') => {
    message.textContent = problem
    message.closest('p')!.hidden = problem === ''
    input.setAttribute('aria-invalid', String(problem !== ''))
  }
  const changed = () => {
    clear.hidden = !canClear(input.value)
    if (!searchProblem(input.value)) say()
  }
  input.addEventListener('input', changed)
  clear.addEventListener('click', () => {
    input.value = ''
    changed()
    input.focus()
  })
  form.addEventListener('submit', (event) => {
    const problem = searchProblem(input.value)
    if (!problem) return
    event.preventDefault()
    say(problem)
    input.focus()
  })
  // Only for who picks with a pointer: on the keyboard each arrow is a choice, and the page must not leave at the first.
  let pointed = false
  form.addEventListener('pointerdown', () => (pointed = true))
  form.addEventListener('keydown', () => (pointed = false))
  for (const select of form.querySelectorAll('select')) {
    select.addEventListener('change', () => pointed && form.requestSubmit())
  }
  changed()
}
