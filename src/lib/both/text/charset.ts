/** Types of text that do not say by themselves how their letters are written. JSON does: it is UTF-8 (RFC 8259). */
const text = /^(text\/[\w.+-]+|application\/(javascript|ecmascript|xml)|[\w.-]+\/[\w.+-]+\+xml)$/

/** A Content-Type that names the charset where it is a type of text; all of ours is UTF-8. */
export function withCharset(type: string): string {
  return text.test(type) ? `${type}; charset=utf-8` : type
}
