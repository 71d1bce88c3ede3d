import { IN } from 'country-flag-icons/string/3x2'
import { useState, type ComponentType } from 'react'
import { retryable } from '#lib/browser/call/retryable.ts'
import { toast } from '#ui/Toasts.tsx'
import type { Country } from '../../login-form.rules.ts'
import type { CountryListProps } from './CountryList.tsx'
import ChevronDownIcon from 'virtual:lucide/chevron-down'

const india = `data:image/svg+xml,${encodeURIComponent(IN)}`

const load = retryable(() => import('./CountryList.tsx'))

interface CountryPickerProps {
  country: Country
  onPick: (country: Country) => void
}

/** The button in front of the number; the list with its names and flags comes when it is opened. */
export function CountryPicker({ country, onPick }: CountryPickerProps) {
  const [List, setList] = useState<ComponentType<CountryListProps>>()
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState({ name: 'India', flag: india })

  const show = async () => {
    try {
      const { CountryList } = await load()
      setList(() => CountryList)
      setOpen(true)
    } catch {
      toast.error('The list of countries could not be loaded. Please try again.')
    }
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Country: ${picked.name}, +${country.dial}`}
        className="flex h-full shrink-0 cursor-pointer items-center gap-2 rounded-l-field pl-4 pr-3 -outline-offset-2 hover:bg-base-200"
        onPointerEnter={() => void load().catch(() => {})}
        onFocus={() => void load().catch(() => {})}
        onClick={() => void show()}
      >
        <img
          src={picked.flag}
          alt=""
          width={24}
          height={16}
          className="h-4 w-6 rounded-xs object-cover ring-1 ring-base-content/15"
        />
        <span className="tabular-nums">+{country.dial}</span>
        <ChevronDownIcon className="size-4 text-muted" />
      </button>
      {open && List && (
        <List
          chosen={country.iso}
          onPick={({ iso, dial, name, flag }) => {
            setPicked({ name, flag })
            setOpen(false)
            onPick({ iso, dial })
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
