/** A search needs this many characters, blanks not counted (document 1, section 5). */
const LEAST = 3
const TOO_SHORT = 'Please enter at least 3 characters to search.'

/** The clear button and the message of the search box. */
export function readySearch(form: HTMLFormElement): void {
  const input = form.querySelector('input')!
  const clear = form.querySelector<HTMLButtonElement>('[data-clear]')!
  const message = form.querySelector('[data-problem]')!
  const letters = () => input.value.replace(/\s/g, '').length

  const say = (text: string) => {
    message.textContent = text
    message.closest('p')!.hidden = text === ''
    input.setAttribute('aria-invalid', String(text !== ''))
  }
  const changed = () => {
    clear.hidden = input.value.trim().length < LEAST
    if (letters() === 0 || letters() >= LEAST) say('')
  }
  input.addEventListener('input', changed)
  clear.addEventListener('click', () => {
    input.value = ''
    changed()
    input.focus()
  })
  form.addEventListener('submit', (event) => {
    if (letters() >= LEAST) return
    event.preventDefault()
    if (letters() > 0) return say(TOO_SHORT)
    say('')
    // An empty value clears the search that is shown.
    if (location.pathname === form.getAttribute('action') && location.search) location.assign(location.pathname)
  })
  changed()
}
