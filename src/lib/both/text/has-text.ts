/** True when something can be seen: characters other than spaces, controls, fillers and invisible marks. */
export function hasText(text: string): boolean {
  return /[^\s\p{Z}\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u.test(text)
}
