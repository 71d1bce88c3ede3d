const malayalam = ['കേരളത്തിന്റെ തലസ്ഥാനം', 'ഇന്ത്യൻ ഭരണഘടന നിലവിൽ വന്നത്', 'ശരിയായ ഉത്തരം കണ്ടെത്തുക', 'സ്വാതന്ത്ര്യ സമരം']
const english = [
  'Which of these is true of the constitution',
  'The first session was held in December',
  'A train crosses a platform in twenty seconds',
  'He was the first president from the state',
]
const formulas = [
  String.raw`\frac{a^{N}+b}{c-N}`,
  String.raw`\sqrt{x^2+N}`,
  String.raw`\int_0^{N} \sin x\,dx`,
  String.raw`\sum_{k=1}^{N} k^2`,
  String.raw`\begin{pmatrix}1&N\\3&4\end{pmatrix}`,
]

/** Markdown of a made-up question by its number: half in Malayalam, formulas in a third, a table in a tenth. */
export function questionTexts(number: number): { text: string; options: string[]; explanation: string } {
  const all = number % 2 === 0 ? malayalam : english
  const words = (at: number) => all[(number + at) % all.length]!
  const hasMath = number % 3 === 0
  const math = (at: number) =>
    hasMath ? ` $${formulas[(number + at) % formulas.length]!.replaceAll('N', String(2 + ((number + at) % 97)))}$` : ''
  const table = number % 10 === 3 ? `\n| I | II |\n|---|---|\n| ${words(0)} | ${number} |\n` : ''
  return {
    text: `${words(0)} ${number}? **${words(1)}**${math(0)}${math(1)}\n${table}`,
    options: [0, 1, 2, 3].map((at) => `${words(at)} ${number + at}${math(at)}`),
    explanation: `${words(1)}, ${words(2)}, ${number}.${math(2)}\n\n- ${words(3)}\n- ${words(0)}\n`,
  }
}
