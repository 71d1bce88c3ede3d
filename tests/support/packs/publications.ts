import type { PackFiles } from './pack.ts'

/** News with and without texts of their own, a blog and webinars, to be added to the small pack. */
export function publications(): PackFiles {
  return {
    'news.yaml': `- key: dates
  category: Exam dates
  title: The dates are out
  text: All dates of the year in one list.
  link: https://news.example.org/dates
  image: media/thumb.svg
  alt: A desk
  published: today-1d 09:00
- key: own
  category: Current affairs
  title: Ours alone
  text: What happened this week.
  image: media/thumb.svg
  alt: A desk
  published: today-2d 09:00
- key: short
  category: Current affairs
  text: Read this at its source.
  link: https://news.example.org/short
  image: media/thumb.svg
  alt: A desk
  published: today-3d 09:00
`,
    'news/dates.md': 'The list has **twelve** dates.\n',
    'news/own.md': 'First.\n\nSecond.\n',
    'blog.yaml': `- key: recall
  title: Recall, do not reread
  summary: Why questions beat pages.
  author: Lekha Varma
  image: media/thumb.svg
  alt: A desk
  published: today-1d 09:00
- key: tomorrow
  title: What comes tomorrow
  summary: It is not out yet.
  author: Nimmi Joseph
  image: media/thumb.svg
  alt: A desk
  published: today+1d 09:00
`,
    'blog/recall.md': '## Recall\n\nClose the book and write down what you know.\n',
    'blog/tomorrow.md': 'Wait for it.\n',
    'webinars.yaml': `- key: plan
  title: A plan for a month
  summary: What to drop and what to repeat.
  about: Bring **paper**.
  presenter: Lekha Varma
  image: media/thumb.svg
  alt: A desk
  starts: today+1d 18:00
  ends: today+1d 19:00
  join_url: https://meet.example.org/plan
  seats: 2
- key: doubts
  title: Your doubts
  summary: Ask what you like.
  about: Questions and answers.
  presenter: Nimmi Joseph
  image: media/thumb.svg
  alt: A desk
  starts: today-2d 18:00
  ends: today-2d 19:30
  join_url: https://meet.example.org/doubts
  recording: https://video.example.org/doubts
`,
  }
}
