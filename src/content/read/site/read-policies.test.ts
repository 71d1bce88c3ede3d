import { describe, expect, it } from 'vitest'
import {
  edited,
  PACK_READ,
  packProblems,
  smallPack,
  writePack,
  type PackFiles,
} from '../../../../tests/support/packs/pack.ts'
import { sitePack } from '../../../../tests/support/packs/site-pack.ts'
import { readPack } from '../read-pack.ts'

const read = (files: PackFiles) => readPack(writePack(files), PACK_READ)

describe('policies and log-in panel of a pack', () => {
  it('are none where pack.yaml names none', async () => {
    const { policies, site } = await read(smallPack())
    expect([policies, site.login]).toEqual([[], { slogan: null, text: null, picture: null }])
  })

  it('are rendered, with formulas that need no style sheet', async () => {
    const { policies, site } = await read(sitePack())
    expect(policies.map(({ key, changed }) => [key, changed])).toEqual([
      ['terms', '2026-02-01'],
      ['refunds', '2026-01-15'],
    ])
    expect(policies[0]!.body).toContain('<h2>Your account</h2>')
    expect(policies[1]!.body).toContain('<math ')
    expect(policies[1]!.body).not.toContain('class="katex')
    expect(site.login).toMatchObject({ slogan: 'പഠിക്കാം, ജയിക്കാം', text: null })
  })

  it.each([
    [
      'a policy without a text',
      'terms: 2026-02-01',
      'terms: 2026-02-01\n  privacy: 2026-02-01',
      'policies/privacy.md:1 the file is missing',
    ],
    [
      'a text that pack.yaml does not name',
      '  refunds: 2026-01-15\n',
      '',
      'policies/refunds.md:1 belongs to no entry of policies in pack.yaml',
    ],
    ['a day that does not exist', '2026-01-15', '2026-02-30', 'pack.yaml:14 policies.refunds is wrong'],
    [
      'an unknown policy',
      '  refunds: 2026-01-15\n',
      '  refunds: 2026-01-15\n  cookies: 2026-01-15\n',
      "pack.yaml:15 unknown field 'cookies'",
    ],
    ['a slogan of two lines', "'പഠിക്കാം, ജയിക്കാം'", '"a\\nb"', 'pack.yaml:10 login.slogan must be one line'],
    [
      'a picture of another shape',
      'media/login.svg',
      'media/thumb.svg',
      'pack.yaml:11 media/thumb.svg is 1280 x 720; its sides must be in the ratio 4:5',
    ],
    ['a picture that is not there', 'media/login.svg', 'media/none.svg', 'pack.yaml:11 media/none.svg'],
  ])('%s is an error at its line', async (_, from, to, expected) => {
    expect(await packProblems(edited(sitePack(), 'pack.yaml', from, to))).toEqual([expect.stringContaining(expected)])
  })

  it('mistakes in a text are reported at its lines, and an empty text as well', async () => {
    const files = sitePack()
    expect(await packProblems(edited(files, 'policies/terms.md', 'Give your', '# Give your'))).toEqual([
      'policies/terms.md:3 headings are written with ##, ### or ####, not #',
    ])
    expect(await packProblems({ ...files, 'policies/terms.md': ' \n' })).toEqual(['policies/terms.md:1 is empty'])
  })
})
