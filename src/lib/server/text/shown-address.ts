import { domainToUnicode } from 'node:url'

/** Writings that a label of a host may be in, each alone; those that mix by nature stand together. */
const writings = [
  ...(
    'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada ' +
    'Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Ethiopic'
  ).split(' '),
  'Han Hiragana Katakana',
  'Han Bopomofo',
  'Han Hangul',
].map((scripts) => {
  const letters = scripts
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')
  return new RegExp(`^[${letters}\\p{Script=Common}\\p{Script=Inherited}]+$`, 'u')
})

const label = /^[\p{L}\p{M}\p{N}-]*$/u
const latin = /\p{Script=Latin}/u
/** Whole words of these can be written in letters that look Latin. */
const latinLike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/** What cannot be seen, or turns the letters around it. Joiners are left: Indian words are written with them. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu

/**
 * An address as its link may show it: as it was typed, unless that could be taken for another address. A host that mixes
 * writings, or is another than the one that was typed, is shown as it is looked up (punycode); what cannot be seen in the rest
 * is shown as it is sent (`%E2%80%AE`).
 * @param typed begins with http:// or https://
 * @param url what it means
 */
export function shownAddress(typed: string, url: URL): string {
  const [, scheme = '', authority = '', rest = ''] = /^(https?:\/\/)([^/?#\\]*)([^]*)$/i.exec(typed) ?? []
  const [, host = '', port = ''] = /^([^]*?)(:\d*)?$/.exec(authority) ?? []
  const shown = isHonest(host, url.hostname) ? host : url.hostname
  return scheme + shown + port + rest.replace(unseen, encodeURIComponent)
}

/** @param host as it was typed @param ascii as it is looked up */
function isHonest(host: string, ascii: string): boolean {
  const lower = host.toLowerCase()
  if (lower === ascii) return true
  if (lower !== domainToUnicode(ascii)) return false
  if (latin.test(lower) && latinLike.test(lower)) return false
  return lower.split('.').every((part) => label.test(part) && (part === '' || writings.some((one) => one.test(part))))
}
