import type { ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { AddressState } from '#lib/browser/address-state.ts'
import { Tabs } from '../navigation/Tabs.tsx'

export interface SectionTabsProps<Values, Name extends keyof Values> {
  /** What the tabs choose between. */
  label: string
  address: AddressState<Values>
  /** The address's field, a `oneOf()` of the tabs' ids. */
  name: Name
  tabs: readonly { id: Values[Name] & string; label: string; badge?: string | number }[]
  children: (selected: Values[Name]) => ReactNode
}

/** Parts of a screen, of which the address names the one that shows. */
export function SectionTabs<Values, Name extends keyof Values>(props: SectionTabsProps<Values, Name>) {
  const { label, address, name, tabs, children } = props
  const selected = useStore(address.$values)[name]
  const select = (id: Values[Name]) => address.set({ [name]: id } as unknown as Partial<Values>)
  return (
    <Tabs label={label} tabs={tabs} selected={selected as Values[Name] & string} onSelect={select}>
      {children(selected)}
    </Tabs>
  )
}
