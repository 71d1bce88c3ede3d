import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { addressState, number, oneOf } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { Pictured } from '#ui/staff/Pictured.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import ArrowDownIcon from 'virtual:lucide/arrow-down'
import ArrowUpIcon from 'virtual:lucide/arrow-up'
import * as contracts from '../splashes.contract.ts'
import type { StoredSplash } from '../splashes.contract.ts'

const address = addressState({ state: oneOf('used', 'withdrawn'), before: number(0, 0) })

const splashes = loading(
  (query: { state: 'used' | 'withdrawn'; before?: number }, signal) =>
    staffCall(contracts.listSplashes, { query, signal }),
  { keeps: 'meanwhile' },
)

const states = [
  { value: 'used', label: 'In use' },
  { value: 'withdrawn', label: 'Withdrawn' },
]

/** Splashes in their order, and whether learners see any. */
export function Splashes() {
  const { state, before } = useStore(address.$values)
  const loaded = useLoaded(splashes, { state, ...(before > 0 && { before }) })
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const refresh = () => splashes.refresh().catch(() => {})
  const act = async (does: () => Promise<unknown>, says: string, undo: () => Promise<unknown>) => {
    try {
      await does()
      undoToast(says, async () => {
        await undo()
        await refresh()
      })
    } catch (error) {
      toast.error(failureWords(error))
    }
    await refresh()
  }
  const move = (id: number, to: 'up' | 'down') => {
    const by = (way: 'up' | 'down') => () => staffCall(contracts.moveSplash, { body: { id, to: way } })
    return act(by(to), to === 'up' ? 'Moved up' : 'Moved down', by(to === 'up' ? 'down' : 'up'))
  }
  const show = (id: number, back: boolean) => {
    const withdraw = () => staffCall(contracts.withdrawSplash, { body: { id } })
    const restore = () => staffCall(contracts.restoreSplash, { body: { id } })
    return back ? act(restore, 'Brought back', withdraw) : act(withdraw, 'Withdrawn', restore)
  }
  const used = state === 'used' ? (shown?.data ?? []) : []
  const columns: Column<StoredSplash>[] = [
    {
      id: 'splash',
      header: 'Splash',
      width: '22rem',
      cell: ({ image, title, alt }) => <Pictured image={image}>{title || alt}</Pictured>,
    },
    {
      id: 'state',
      header: 'State',
      cell: (splash) => <State splash={splash} first={used[0]?.id === splash.id} on={shown?.enabled ?? false} />,
      whole: true,
    },
    { id: 'interested', header: 'Interested', cell: ({ interested }) => interested, align: 'end' },
    {
      id: 'acts',
      header: 'Change',
      align: 'end',
      cell: ({ id, title, alt, withdrawn }) => {
        const name = title || alt
        const place = used.findIndex((one) => one.id === id)
        return (
          <span className="flex flex-wrap max-sm:-ml-3 sm:justify-end sm:gap-1">
            {!withdrawn && used.length > 1 && (
              <>
                <Move to="up" name={name} disabled={place === 0} onMove={() => void move(id, 'up')} />
                <Move to="down" name={name} disabled={place === used.length - 1} onMove={() => void move(id, 'down')} />
              </>
            )}
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              aria-label={`${withdrawn ? 'Bring back' : 'Withdraw'}: ${name}`}
              onClick={() => void show(id, withdrawn)}
            >
              {withdrawn ? 'Bring back' : 'Withdraw'}
            </button>
          </span>
        )
      },
    },
  ]
  return (
    <>
      <Switch
        on={shown?.enabled}
        onSwitch={(on) => {
          const turn = (to: boolean) => () => staffCall(contracts.switchSplashes, { body: { on: to } })
          return act(turn(on), on ? 'Learners see splashes' : 'Learners see no splashes', turn(!on))
        }}
      />
      <Filters address={address} fields={[{ name: 'state', label: 'State', kind: 'select', options: states }]}>
        <a href={staffPaths.newSplash} className="btn btn-primary">
          Make a splash
        </a>
      </Filters>
      <DataTable
        caption="Splashes"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => staffPaths.splash(id)}
        onRetry={() => void splashes.again()}
        empty={
          state === 'withdrawn' ? (
            <EmptyState compact message="No splash is withdrawn" />
          ) : (
            <EmptyState
              compact
              message="There is no splash"
              hint="A splash covers the dashboard once, until a learner says that they are interested."
              actionLabel="Make a splash"
              href={staffPaths.newSplash}
            />
          )
        }
      />
      <KeysetPager
        address={address}
        newer={before > 0 ? { before: 0 } : undefined}
        older={shown?.next ? { before: shown.next } : undefined}
        words={['Newest', 'Older']}
      />
      <Toasts />
    </>
  )
}

function State({ splash: { withdrawn }, first, on }: { splash: StoredSplash; first: boolean; on: boolean }) {
  if (withdrawn) return <StatusBadge tone="plain">Withdrawn</StatusBadge>
  if (!first) return <StatusBadge tone="waiting">Waits behind the first</StatusBadge>
  return on ? (
    <StatusBadge tone="good">Learners see it</StatusBadge>
  ) : (
    <StatusBadge tone="plain">Splashes are off</StatusBadge>
  )
}

interface MoveProps {
  to: 'up' | 'down'
  name: string
  disabled: boolean
  onMove: () => void
}

function Move({ to, name, disabled, onMove }: MoveProps) {
  const Icon = to === 'up' ? ArrowUpIcon : ArrowDownIcon
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm aria-disabled:opacity-40"
      // It keeps the focus at the end of the list.
      aria-disabled={disabled}
      onClick={() => !disabled && onMove()}
    >
      <Icon className="size-4" />
      <span className="sr-only">
        Move {to}: {name}
      </span>
    </button>
  )
}

/** @param props `on`: undefined while it is not known */
function Switch({ on, onSwitch }: { on: boolean | undefined; onSwitch: (on: boolean) => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const turn = async (to: boolean) => {
    if (busy) return
    setBusy(true)
    await onSwitch(to)
    setBusy(false)
  }
  return (
    <label className="mb-4 flex max-w-3xl items-start gap-3 rounded-box border border-base-300 bg-base-100 px-4 py-3">
      <input
        type="checkbox"
        role="switch"
        className="toggle toggle-primary mt-0.5"
        checked={on ?? false}
        disabled={on === undefined}
        aria-busy={busy}
        onChange={({ target }) => void turn(target.checked)}
      />
      <span>
        <span className="font-semibold">Learners see splashes</span>
        <span className="block text-sm text-muted">
          The first one covers the dashboard until they say that they are interested. While this is off they see none.
        </span>
      </span>
    </label>
  )
}
