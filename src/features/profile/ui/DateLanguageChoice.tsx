import { useEffect, useState } from 'react'
import { serverNow } from '#lib/browser/call/call.ts'
import { keepChoice } from '#lib/browser/choice-cookie.ts'
import { namedMonth, namedWeekday } from '#lib/both/time/clock.ts'
import { dateLanguage, dateLanguages, type DateLanguage } from '#lib/both/time/date-language.ts'

/** In which language months and weekdays are named on this device, with an example. */
export function DateLanguageChoice() {
  // The server does not know what this device has chosen.
  const [chosen, setChosen] = useState<DateLanguage>()
  useEffect(() => setChosen(dateLanguage()), [])
  const choose = (language: DateLanguage) => {
    keepChoice('dates', language, language !== 'en')
    setChosen(language)
  }
  return (
    <fieldset>
      <legend className="text-sm font-medium">Language of dates</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {Object.entries(dateLanguages).map(([language, name]) => (
          <label
            key={language}
            className={`btn gap-2 font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary ${chosen === language ? 'border-primary bg-tint text-primary' : ''}`}
          >
            <input
              type="radio"
              name="dates"
              className="sr-only"
              checked={chosen === language}
              disabled={!chosen}
              onChange={() => choose(language as DateLanguage)}
            />
            <span lang={language}>{name}</span>
          </label>
        ))}
      </div>
      {chosen && (
        <p role="status" className="mt-3 text-sm text-muted">
          Such as <span lang={chosen}>{namedWeekday(serverNow())}</span> and{' '}
          <span lang={chosen}>{namedMonth(serverNow())}</span>.
        </p>
      )}
    </fieldset>
  )
}
