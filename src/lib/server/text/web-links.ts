import type { MarkdownIt } from 'markdown-it'

/** Lets nothing but whole addresses of the web (http and https) be found in a text. */
export function findWebAddresses(linkify: MarkdownIt['linkify']): void {
  linkify
    .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
    .add('ftp:', null)
    .add('mailto:', null)
    .add('//', null)
}
