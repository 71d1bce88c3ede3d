import { edited, smallPack, type PackFiles } from './pack.ts'

/** The small pack with a log-in panel, terms and a refund policy of its own. */
export function sitePack(): PackFiles {
  const more = `login:
  slogan: 'പഠിക്കാം, ജയിക്കാം'
  picture: media/login.svg
policies:
  terms: 2026-02-01
  refunds: 2026-01-15
featured_exams:`
  return {
    ...edited(smallPack(), 'pack.yaml', 'featured_exams:', more),
    'policies/terms.md': '## Your account\n\nGive your **real** name. See [privacy](/privacy).\n',
    'policies/refunds.md': '## Refunds\n\nA share of $\\frac{1}{2}$ goes back.\n\n![A box](media/box.svg)\n',
    'media/login.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 900"><rect width="720" height="900"/></svg>\n',
  }
}
