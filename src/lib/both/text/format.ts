/** `1 hr 5 min`, `5 min 30 sec`, `30 sec`: the two largest units. */
export function spokenDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = seconds % 60
  const parts = [hours && `${hours} hr`, minutes && `${minutes} min`, !hours && rest && `${rest} sec`]
  return parts.filter(Boolean).join(' ') || '0 sec'
}

/** `1 hr 5 min 30 sec`, `5 min 30 sec`, `2 hr`: to the second, for times that are compared. */
export function exactDuration(seconds: number): string {
  const rest = seconds % 60
  const parts = [seconds - rest > 0 && spokenDuration(seconds - rest), rest > 0 && `${rest} sec`]
  return parts.filter(Boolean).join(' ') || '0 sec'
}

/** Formats a count with its noun: `1 question`, `3 questions`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Formats a large count with its noun, its digits in Indian groups: `1,20,000 learners`. */
export function countedLarge(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
}

/** The letter of an option by its position: A, B, C. */
export function letterOf(position: number): string {
  return String.fromCharCode(65 + position)
}

/** `1 mark`, `0.5 marks`, `100 marks`. */
export function countedMarks(value: number): string {
  return `${marks(value)} ${value === 1 ? 'mark' : 'marks'}`
}

/** Marks without needless zeros: 1, 0.33, −2.5. */
export function marks(value: number): string {
  return String(Math.round(value * 100) / 100).replace('-', '−')
}
