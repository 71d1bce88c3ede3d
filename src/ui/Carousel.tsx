import { useEffect, useRef, useState, type ReactNode } from 'react'
import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'

export interface CarouselProps {
  /** What the slides are, for those who do not see them. */
  label: string
  slides: { key: string | number; content: ReactNode }[]
}

/** Pixels that a slide may stand beside its place. */
const CLOSE = 2

/** Milliseconds without movement after which a slide has come to rest, or was stopped; not every stop is told of. */
const STILL = 150

/** Slides side by side, one in sight: by swipe, by buttons, by its indicators and by the arrow keys. */
export function Carousel({ label, slides }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  // The slide on its way to where it was sent; undefined while the track rests or a finger moves it.
  const wanted = useRef<number>(undefined)
  const rest = useRef(() => {})

  useEffect(() => {
    const list = track.current
    if (!list) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (wanted.current !== undefined) return
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) setCurrent([...list.children].indexOf(target))
        }
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) seen.observe(slide)
    const beside = (slide: Element) =>
      Math.abs(
        slide.getBoundingClientRect().left -
          list.getBoundingClientRect().left -
          parseFloat(getComputedStyle(list).paddingLeft),
      )
    const rested = () => {
      const slides = [...list.children]
      const aim = wanted.current === undefined ? undefined : slides[wanted.current]
      // A click, a focus or whatever else scrolls may stop a slide on its way: it is sent again.
      if (aim && beside(aim) > CLOSE) return bring(aim)
      if (!aim) setCurrent(slides.indexOf(slides.toSorted((a, b) => beside(a) - beside(b))[0]!))
      wanted.current = undefined
    }
    const letGo = () => {
      wanted.current = undefined
    }
    rest.current = rested
    list.addEventListener('scrollend', rested)
    list.addEventListener('wheel', letGo, { passive: true })
    list.addEventListener('touchmove', letGo, { passive: true })
    return () => {
      seen.disconnect()
      list.removeEventListener('scrollend', rested)
      list.removeEventListener('wheel', letGo)
      list.removeEventListener('touchmove', letGo)
    }
  }, [slides.length])

  const show = (index: number) => {
    const to = Math.max(0, Math.min(slides.length - 1, index))
    const slide = track.current?.children[to]
    if (!slide || to === current) return
    wanted.current = to
    // At once, so that a second press goes on from there.
    setCurrent(to)
    bring(slide)
    watch()
  }
  /** Looks now and then whether the slide on its way still moves, also after a finger has taken it over. */
  const watch = () => {
    const place = track.current?.scrollLeft
    setTimeout(() => {
      if (!track.current) return
      const still = track.current.scrollLeft === place
      if (still) rest.current()
      if (!still || wanted.current !== undefined) watch()
    }, STILL)
  }
  const step = 'btn btn-circle btn-ghost btn-sm size-11'
  return (
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') show(current + 1)
        if (key === 'ArrowLeft') show(current - 1)
      }}
    >
      <ul
        ref={track}
        className="-mx-1 flex snap-x snap-mandatory scroll-px-1 gap-4 overflow-x-auto px-1 pb-1 [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {slides.map(({ key, content }, index) => (
          <li
            key={key}
            aria-label={`${index + 1} of ${slides.length}`}
            // What is out of sight is out of reach too.
            inert={index !== current}
            className="w-full shrink-0 snap-start"
          >
            {content}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="mt-2 flex items-center justify-center gap-1">
          <button
            type="button"
            className={step}
            aria-label="Previous"
            disabled={current === 0}
            onClick={() => show(current - 1)}
          >
            <ChevronLeftIcon />
          </button>
          {slides.map(({ key }, index) => (
            <button
              key={key}
              type="button"
              aria-label={`Slide ${index + 1}`}
              aria-current={index === current}
              className="grid size-6 place-items-center rounded-full"
              onClick={() => show(index)}
            >
              <span
                className={`block h-2 rounded-full transition-all ${index === current ? 'w-5 bg-primary' : 'w-2 bg-base-content/30'}`}
              />
            </button>
          ))}
          <button
            type="button"
            className={step}
            aria-label="Next"
            disabled={current === slides.length - 1}
            onClick={() => show(current + 1)}
          >
            <ChevronRightIcon />
          </button>
        </div>
      )}
    </div>
  )
}

function bring(slide: Element): void {
  slide.scrollIntoView({ block: 'nearest', inline: 'start' })
}
