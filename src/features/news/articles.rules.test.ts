import { describe, expect, test } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import { articleData, minutesToRead, type Article } from './articles.rules.ts'

const article: Article = {
  ...{ kind: 'blog', id: 4, title: 'Recall', lead: 'Why questions beat pages', image: '/media/a.svg', alt: 'A' },
  ...{
    published: indianTime(2026, 11, 20, 7, 30),
    category: null,
    author: 'Lekha Varma',
    html: '<p>x</p>',
    source: null,
  },
}
const site = 'https://learn.example.org'

describe('what search engines read of an article', () => {
  test('names what it is, who wrote it and when', () => {
    expect(articleData(article, site, 'Padavu')).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'BlogPosting',
          '@id': `${site}/blog/4#article`,
          mainEntityOfPage: `${site}/blog/4`,
          headline: 'Recall',
          image: `${site}/media/a.svg`,
          datePublished: '2026-11-20T07:30:00+05:30',
          inLanguage: 'en-IN',
          author: { '@type': 'Person', name: 'Lekha Varma' },
          publisher: { '@type': 'Organization', name: 'Padavu' },
        },
        { '@type': 'BreadcrumbList', itemListElement: [{ item: `${site}/blog` }, { item: `${site}/blog/4` }] },
      ],
    })
  })

  test('tells where news come from, and their language', () => {
    const news = {
      kind: 'news' as const,
      author: null,
      category: 'Dates',
      source: 'https://x.example.org/',
      title: 'കേരളപ്പിറവി',
    }
    expect(articleData({ ...article, ...news }, site, 'Padavu')).toMatchObject({
      '@graph': [
        {
          '@type': 'NewsArticle',
          author: { '@type': 'Organization', name: 'Padavu' },
          articleSection: 'Dates',
          isBasedOn: 'https://x.example.org/',
          inLanguage: 'ml',
        },
        {},
      ],
    })
  })
})

test.each([
  ['<p>One word</p>', 1],
  [`<p>${'word '.repeat(540)}</p>`, 3],
  [`<p>${'വാക്ക് '.repeat(360)}</p>`, 2],
  [`<p>${'1947 '.repeat(540)}</p>`, 3],
  // Neither what stands in tags is read, nor signs; and words on both sides of a tag are two.
  ['<p class="a b c d">x</p>'.repeat(180), 1],
  ['<br>— … '.repeat(540), 1],
  ['one<br>'.repeat(540), 3],
  ['', 1],
])('takes as many minutes to read as its words do (%#)', (html, minutes) => {
  expect(minutesToRead(html)).toBe(minutes)
})
