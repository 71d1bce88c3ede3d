/** An encoding that is named, and not with a weight of nothing. */
const named = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?(?![\d.]))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?(?![\d.]))/,
}

/** Whether an Accept-Encoding header admits an encoding. */
export function accepts(acceptEncoding: string | undefined, encoding: 'br' | 'gzip'): boolean {
  return named[encoding].test(acceptEncoding ?? '')
}
