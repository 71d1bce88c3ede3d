import { useState } from 'react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { everyRole, staffRoles } from '#lib/both/staff-roles.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Toasts, toast } from '#ui/Toasts.tsx'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { ReasonDialog } from '#ui/staff/ReasonDialog.tsx'
import { reasonField } from '#ui/staff/reasons.ts'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { Instant } from '#ui/staff/values.tsx'
import * as contracts from '../team.contract.ts'
import type { TeamMember } from '../team.contract.ts'
import { MemberPhone, type MemberPhoneProps } from './MemberPhone.tsx'

const team = loading((_: undefined, signal) => staffCall(contracts.listTeam, { signal }))

const roleOptions = everyRole.map((role) => ({ value: role, label: staffRoles[role].title }))

type Asked =
  { what: 'add' } | { what: 'change' | 'phone' | 'end' | 'return' | 'reset' | 'unlock'; member: TeamMember } | undefined

interface TeamProps {
  rules: { add: FormRules; change: FormRules } & MemberPhoneProps['rules']
}

/** Who is of the staff: owners add, change and end accounts here. */
export function Team({ rules }: TeamProps) {
  const loaded = useLoaded(team)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const done = (message: string) => {
    close()
    toast.success(message)
    void team.refresh()
  }
  const columns: Column<TeamMember>[] = [
    { id: 'name', header: 'Name', cell: ({ name }) => name },
    { id: 'phone', header: 'Phone', cell: ({ country_code, phone }) => `+${country_code} ${phone}`, whole: true },
    { id: 'roles', header: 'Roles', cell: ({ roles }) => roles.map((role) => staffRoles[role].title).join(', ') },
    {
      id: 'seen',
      header: 'Last logged in',
      cell: ({ last_logged_on }) => <Instant at={last_logged_on} />,
      whole: true,
    },
    { id: 'state', header: 'State', cell: (member) => <State member={member} /> },
    { id: 'acts', header: 'Change', align: 'end', cell: (member) => <Acts member={member} onAsk={setAsked} /> },
  ]
  return (
    <>
      <div className="mb-3 flex justify-end">
        <button type="button" className="btn btn-primary" onClick={() => setAsked({ what: 'add' })}>
          Add somebody
        </button>
      </div>
      <DataTable
        caption="Staff"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        onRetry={() => void team.again()}
      />
      <Dialog open={asked?.what === 'add'} title="Add somebody" onClose={close}>
        <StaffForm
          endpoint={contracts.addMember}
          rules={rules.add}
          fields={[
            { name: 'name', label: 'Name', kind: 'text', hint: 'As learners read it at answers' },
            { name: 'mobile', label: 'Phone', kind: 'phone', hint: 'They log in with it' },
            { name: 'country_code', label: 'Country code', kind: 'text' },
            { name: 'roles', label: 'Roles', kind: 'checkboxes', options: roleOptions },
            reasonField('staff', 'Teaches from June'),
          ]}
          initial={{ country_code: '91' }}
          submitLabel="Add"
          onCancel={close}
          onDone={({ message }) => done(message)}
        />
      </Dialog>
      <Dialog open={asked?.what === 'change'} title="Name and roles" onClose={close}>
        {asked?.what === 'change' && (
          <StaffForm
            endpoint={contracts.changeMember}
            rules={rules.change}
            fields={[
              { name: 'name', label: 'Name', kind: 'text', wide: true },
              { name: 'roles', label: 'Roles', kind: 'checkboxes', options: roleOptions },
              reasonField('staff'),
            ]}
            initial={{ name: asked.member.name, roles: asked.member.roles }}
            also={{ id: asked.member.id, version: asked.member.version }}
            submitLabel="Save"
            onCancel={close}
            onDone={({ message }) => done(message)}
          />
        )}
      </Dialog>
      {asked?.what === 'phone' && <MemberPhone member={asked.member} rules={rules} onDone={done} onCancel={close} />}
      <ReasonDialog
        open={asked?.what === 'end'}
        title={`${nameOf(asked)} leaves the staff`}
        readBy="staff"
        keeps={`end ${idOf(asked)}`}
        message="They are logged out everywhere at once and can no longer log in. Their tickets become unassigned. You can restore their access."
        confirmLabel="End access"
        danger
        onCancel={close}
        onConfirm={async (reason) => {
          const { id } = memberOf(asked)
          await staffCall(contracts.endMember, { body: { id, reason } })
          close()
          void team.refresh()
          undoToast('They can no longer log in', async () => {
            await staffCall(contracts.returnMember, { body: { id, reason: 'Undone' } })
            await team.refresh()
          })
        }}
      />
      <ReasonDialog
        open={asked?.what === 'return'}
        title={`${nameOf(asked)} comes back`}
        readBy="staff"
        keeps={`return ${idOf(asked)}`}
        message="With the roles and second factors of before."
        confirmLabel="Take back"
        onCancel={close}
        onConfirm={async (reason) =>
          done((await staffCall(contracts.returnMember, { body: { id: memberOf(asked).id, reason } })).message)
        }
      />
      <ReasonDialog
        open={asked?.what === 'reset'}
        title={`Reset the second factors of ${nameOf(asked)}`}
        readBy="staff"
        keeps={`reset ${idOf(asked)}`}
        message="Their passkeys, apps and recovery codes no longer work, and they are logged out. Whoever has their phone then sets up new ones: make sure it is them. This cannot be undone."
        presets={['Lost the phone with the app', 'New phone']}
        confirmLabel="Reset"
        danger
        onCancel={close}
        onConfirm={async (reason) =>
          done((await staffCall(contracts.resetMember, { body: { id: memberOf(asked).id, reason } })).message)
        }
      />
      <ReasonDialog
        open={asked?.what === 'unlock'}
        title={`Unlock ${nameOf(asked)}`}
        readBy="staff"
        keeps={`unlock ${idOf(asked)}`}
        message="Failed log-in attempts on this account, by anyone, are cleared. A limit on their network can last up to 24 hours."
        presets={['Called: locked out', 'Mistyped codes']}
        confirmLabel="Unlock"
        onCancel={close}
        onConfirm={async (reason) =>
          done((await staffCall(contracts.unlockMember, { body: { id: memberOf(asked).id, reason } })).message)
        }
      />
      <Toasts />
    </>
  )
}

const memberOf = (asked: Asked) => (asked as Exclude<Asked, undefined | { what: 'add' }>).member
const nameOf = (asked: Asked) => (asked && 'member' in asked ? asked.member.name : '')
const idOf = (asked: Asked) => (asked && 'member' in asked ? asked.member.id : '')

function State({ member: { left_at, factors } }: { member: TeamMember }) {
  if (left_at !== null) return <StatusBadge tone="plain">Has left</StatusBadge>
  if (factors === 0) return <StatusBadge tone="waiting">No second factor yet</StatusBadge>
  return <StatusBadge tone="good">Active</StatusBadge>
}

function Acts({ member, onAsk }: { member: TeamMember; onAsk: (asked: Asked) => void }) {
  const act = (what: 'change' | 'phone' | 'end' | 'return' | 'reset' | 'unlock', label: string, does = label) => (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-label={`${does}: ${member.name}`}
      onClick={() => onAsk({ what, member })}
    >
      {label}
    </button>
  )
  if (member.left_at !== null) return act('return', 'Take back')
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {act('change', 'Edit')}
      {act('phone', 'Phone', 'Change phone')}
      {act('unlock', 'Unlock')}
      {act('reset', 'Reset')}
      {act('end', 'End')}
    </span>
  )
}
