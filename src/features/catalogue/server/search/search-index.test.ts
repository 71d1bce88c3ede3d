import { beforeAll, describe, expect, test } from 'vitest'
import { searchIndex, type SearchedSection, type SearchIndex } from './search-index.ts'

const course = (title: string, more: { tags?: string[]; summary?: string; sections?: SearchedSection[] } = {}) => ({
  title,
  category: 'Degree Level / Kerala PSC',
  tags: [],
  summary: '',
  sections: [],
  ...more,
})

const courses = [
  course('ഭരണഘടന', { tags: ['PSC'] }),
  course('ഗണിതം', { summary: 'ശതമാനം, പലിശ' }),
  course('गणित', { summary: 'सामान्य ज्ञान' }),
  course('भारत की राजनीति'),
  course('കേരള ചരിത്രം'),
  course('എൽ.ഡി.സി റാങ്ക് ഫയൽ'),
  course('LD Clerk', { tags: ['L.D.C. 2026'] }),
  course('Bank PO', { sections: [{ title: 'Reasoning', chapters: ['Puzzles', 'Syllogisms'] }] }),
  course('Indian Polity', {
    sections: [
      { title: 'The Constitution', chapters: ['The Preamble', 'Fundamental Rights'] },
      { title: 'പഞ്ചായത്ത്', chapters: ['തദ്ദേശഭരണം', 'Local Government'] },
    ],
  }),
  course('English for Clerks'),
  course('മലയാളം', { sections: [{ title: 'വ്യാകരണം', chapters: ['വാഴ എന്ന വാക്ക്'] }] }),
  course('हिन्दी व्याकरण', { summary: 'पढ़ाई की योजना' }),
  course('Preamble and Rights'),
  course('B.Ed. Entrance'),
  course('പി.എസ്.സി. മാതൃകാ പരീക്ഷ ൨൦൨൬'),
  course('SSC CGL Tier 1'),
  course('എൽ.പി യു.പി അധ്യാപക പരീക്ഷ'),
].map((one, at) => ({ ...one, id: at + 1 }))

let index: SearchIndex

beforeAll(async () => {
  index = await searchIndex(courses)
})

const found = (typed: string) => index(typed).ids.map((id) => courses[id - 1]!.title)

/** What is typed, and what of it stands first. */
const firsts: [string, string][] = [
  ['bharanaghadana', 'ഭരണഘടന'],
  ['bharanaghatana', 'ഭരണഘടന'],
  ['bharanakhadana', 'ഭരണഘടന'],
  ['Bharana Ghadana', 'ഭരണഘടന'],
  ['bharanagha', 'ഭരണഘടന'],
  ['baranagadana', 'ഭരണഘടന'],
  ['bharanaghadna', 'ഭരണഘടന'],
  ['ഭരണഘടന', 'ഭരണഘടന'],
  ['ganitham', 'ഗണിതം'],
  ['shathamanam', 'ഗണിതം'],
  ['palisha', 'ഗണിതം'],
  ['bharat rajniti', 'भारत की राजनीति'],
  ['bhaarat ki rajneeti', 'भारत की राजनीति'],
  ['rajaniti', 'भारत की राजनीति'],
  ['samanya gyan', 'गणित'],
  ['saamaanya gyaan', 'गणित'],
  ['charithram', 'കേരള ചരിത്രം'],
  ['keralam charitram', 'കേരള ചരിത്രം'],
  ['kerala charithra', 'കേരള ചരിത്രം'],
  ['hindi', 'हिन्दी व्याकरण'],
  ['हिंदी', 'हिन्दी व्याकरण'],
  ['padhai', 'हिन्दी व्याकरण'],
  ['पढाई', 'हिन्दी व्याकरण'],
  ['malayalam', 'മലയാളം'],
  ['malayaalam', 'മലയാളം'],
  ['vazha', 'മലയാളം'],
  ['panchayath', 'Indian Polity'],
  ['thaddesha bharanam', 'Indian Polity'],
  ['എൽ.ഡി.സി', 'എൽ.ഡി.സി റാങ്ക് ഫയൽ'],
  ['എല\u0d4d\u200d ഡി സി', 'എൽ.ഡി.സി റാങ്ക് ഫയൽ'],
  ['എൽഡിസി', 'എൽ.ഡി.സി റാങ്ക് ഫയൽ'],
  ['L D C 2026', 'LD Clerk'],
  ['ldc rank', 'എൽ.ഡി.സി റാങ്ക് ഫയൽ'],
  ['ബാങ്ക്', 'Bank PO'],
  ['ഇംഗ്ലീഷ്', 'English for Clerks'],
  ['പോളിറ്റി', 'Indian Polity'],
  ['pareeksha 2026', 'പി.എസ്.സി. മാതൃകാ പരീക്ഷ ൨൦൨൬'],
  ['bed entrance', 'B.Ed. Entrance'],
  ['B Ed', 'B.Ed. Entrance'],
  ['b.ed', 'B.Ed. Entrance'],
  ['syllogism', 'Bank PO'],
  ['polity local government', 'Indian Polity'],
  ['prembale', 'Preamble and Rights'],
]

describe('the search finds', () => {
  test.each(firsts)('by %s first %s', (typed, title) => {
    expect(found(typed)[0]).toBe(title)
  })

  test.each([
    ['ganit', ['ഗണിതം', 'गणित']],
    ['ganitam', ['ഗണിതം', 'गणित']],
    ['ഗണിതം', ['ഗണിതം', 'गणित']],
    ['गणित', ['गणित', 'ഗണിതം']],
    ['LDC', ['LD Clerk', 'എൽ.ഡി.സി റാങ്ക് ഫയൽ']],
    ['L.D.C.', ['LD Clerk', 'എൽ.ഡി.സി റാങ്ക് ഫയൽ']],
    ['l d c', ['LD Clerk', 'എൽ.ഡി.സി റാങ്ക് ഫയൽ']],
    ['vyakaran', ['हिन्दी व्याकरण', 'മലയാളം']],
    ['S.S.C. C.G.L.', ['SSC CGL Tier 1']],
    ['എസ്.എസ്.സി സി.ജി.എൽ', ['SSC CGL Tier 1']],
    ['LP UP', ['എൽ.പി യു.പി അധ്യാപക പരീക്ഷ']],
    ['U.P. L.P.', ['എൽ.പി യു.പി അധ്യാപക പരീക്ഷ']],
  ])('by %s all of %j and nothing else', (typed, titles) => {
    expect(found(typed).sort()).toEqual([...titles].sort())
  })

  test('what has the word in its title before what has it in a chapter', () => {
    expect(found('preamble')).toEqual(['Preamble and Rights', 'Indian Polity'])
  })

  test('what is written so before what only sounds so', async () => {
    const mixed = await searchIndex([
      { ...course('കാള'), id: 1 },
      { ...course('Dances', { sections: [{ title: 'Kala', chapters: [] }] }), id: 2 },
    ])
    expect(mixed('kala').ids).toEqual([2, 1])
  })

  test.each([
    'xylophone',
    'bhautikam',
    'ganga',
    'manikam',
    'k e r a l a',
    'the',
    'polity puzzles',
    'രസതന്ത്രം',
    'bank rights',
  ])('nothing by %s', (typed) => {
    expect(found(typed)).toEqual([])
  })
})

describe('of a course that is found by what is in it', () => {
  const places = (typed: string) => {
    const { ids, whereIn } = index(typed)
    return ids.map((id) => [courses[id - 1]!.title, whereIn(id)])
  }

  test.each([
    ['syllogisms', 'Bank PO', 'Chapter: Syllogisms'],
    ['bank puzz', 'Bank PO', 'Chapter: Puzzles'],
    ['constitution', 'Indian Polity', 'Section: The Constitution'],
    ['panchayath', 'Indian Polity', 'Section: പഞ്ചായത്ത്'],
    ['thadesha', 'Indian Polity', 'Chapter: തദ്ദേശഭരണം'],
    ['thaddesha bharanam', 'Indian Polity', 'Chapter: തദ്ദേശഭരണം'],
    ['local govrnment', 'Indian Polity', 'Chapter: Local Government'],
    ['polity fundamental rights', 'Indian Polity', 'Chapter: Fundamental Rights'],
    ['vaazha', 'മലയാളം', 'Chapter: വാഴ എന്ന വാക്ക്'],
  ])('by %s: %s says %s', (typed, title, place) => {
    expect(places(typed)).toContainEqual([title, place])
  })

  test('without reading all of its titles anew for each search', async () => {
    let read = 0
    const section = {
      title: 'Maths',
      get chapters() {
        read += 1
        return ['Fractions', 'Decimals']
      },
    }
    const own = await searchIndex([{ ...course('Numbers', { sections: [section] }), id: 1 }])
    read = 0
    const said = ['fractions', 'decimals', 'fractions'].map((typed) => own(typed).whereIn(1))
    expect(said).toEqual(['Chapter: Fractions', 'Chapter: Decimals', 'Chapter: Fractions'])
    expect(read).toBe(1)
  })

  test('nothing is said where the card has the words itself', () => {
    expect(places('preamble')[0]).toEqual(['Preamble and Rights', null])
    expect(places('indian polity')).toEqual([['Indian Polity', null]])
    expect(places('ganit').map(([, place]) => place)).toEqual([null, null])
  })
})
