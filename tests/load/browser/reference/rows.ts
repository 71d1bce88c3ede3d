import { createElement as h, useEffect, useState } from 'react'

/** Rows of six elements. With them the page has about as many elements as the product's pages have. */
const ROWS = 100

/** Lists half of the rows at first, and all of them once the browser has hydrated the island. */
export function Rows() {
  const [shown, setShown] = useState(ROWS / 2)
  useEffect(() => setShown(ROWS), [])
  const row = (_: unknown, index: number) =>
    h(
      'li',
      { key: index },
      h(
        'article',
        null,
        h('h2', null, `Row ${index + 1}`),
        h('p', null, 'Text with ', h('b', null, 'an emphasis'), ' in it'),
        h('button', { type: 'button', onClick: () => setShown(index + 1) }, 'Show the rows up to here'),
      ),
    )
  return h('ul', null, Array.from({ length: shown }, row))
}
