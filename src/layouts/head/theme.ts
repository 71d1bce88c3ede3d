import { keepChoice } from '#lib/browser/choice-cookie.ts'
import { themeColor } from './theme-color.ts'

type Choice = 'light' | 'dark' | 'system'

/** The buttons that choose the theme, and the cookie that remembers it. */
export function readyTheme(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('[data-theme-choice]')
  const mark = (choice: Choice) => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.themeChoice === choice))
  }
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const choice = button.dataset.themeChoice as Choice
      keepChoice('theme', choice, choice !== 'system')
      paint(choice)
      mark(choice)
    })
  }
  mark((/(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] as Choice | undefined) ?? 'system')
}

function paint(choice: Choice): void {
  const root = document.documentElement
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice === 'dark' ? 'padavu-dark' : 'padavu'
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = themeColor[choice === 'system' ? own : choice]
  }
}
