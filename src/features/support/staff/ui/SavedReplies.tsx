import { useState } from 'react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { RowAct } from '#ui/staff/table/RowAct.tsx'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { categories, categoryTitle } from '../../support.rules.ts'
import * as contracts from '../saved-replies.contract.ts'
import type { SavedReply } from '../saved-replies.contract.ts'
import { savedReplies } from '../saved-replies.store.ts'

const fields = [
  { name: 'title', label: 'Title', kind: 'text', wide: true, placeholder: 'Where receipts are' },
  {
    name: 'body',
    label: 'Text',
    kind: 'textarea',
    rows: 8,
    hint: '{name} becomes the name of the learner, {course} the course that the ticket is about.',
  },
  {
    name: 'category_id',
    label: 'Offered first for',
    kind: 'select',
    none: 'All tickets alike',
    options: categories.map(({ id, title }) => ({ value: id, label: title })),
  },
] as const

type Asked = { what: 'add' } | { what: 'change'; reply: SavedReply } | undefined

/** Answers that are given again and again: kept here, offered at every ticket. */
export function SavedReplies({ rules }: { rules: { add: FormRules; change: FormRules } }) {
  const loaded = useLoaded(savedReplies)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const refresh = () => savedReplies.refresh().catch(() => {})
  const done = () => {
    close()
    toast.success('Saved')
    void refresh()
  }
  const remove = async ({ id, version, title, body, category_id }: SavedReply) => {
    try {
      await staffCall(contracts.removeSavedReply, { body: { id, version } })
      undoToast(`Removed: ${title}`, async () => {
        await staffCall(contracts.addSavedReply, { body: { title, body, category_id } })
        await refresh()
      })
    } catch (error) {
      toast.error(failureWords(error))
    }
    await refresh()
  }
  const columns: Column<SavedReply>[] = [
    {
      id: 'title',
      header: 'Title',
      cell: ({ title }) => <bdi className="font-medium [overflow-wrap:anywhere]">{title}</bdi>,
    },
    {
      id: 'body',
      header: 'Text',
      cell: ({ body }) => (
        <span dir="auto" className="line-clamp-2 max-w-prose [overflow-wrap:anywhere]">
          {body}
        </span>
      ),
    },
    {
      id: 'category',
      header: 'Offered first for',
      cell: ({ category_id }) => (category_id === null ? 'All tickets' : categoryTitle(category_id)),
    },
    {
      id: 'changed',
      header: 'Changed',
      cell: ({ changed_at, changed_by }) => (
        <>
          <Instant at={changed_at} /> <span className="text-muted">{changed_by}</span>
        </>
      ),
      from: 'lg',
    },
    {
      id: 'acts',
      header: 'Change',
      align: 'end',
      cell: (reply) => (
        <span className="flex gap-1 sm:justify-end">
          <RowAct label="Edit" about={reply.title} onClick={() => setAsked({ what: 'change', reply })} />
          <RowAct label="Remove" about={reply.title} onClick={() => void remove(reply)} />
        </span>
      ),
    },
  ]
  const add = () => setAsked({ what: 'add' })
  return (
    <>
      <div className="mb-3 flex justify-end">
        <button type="button" className="btn btn-primary" onClick={add}>
          Save a reply
        </button>
      </div>
      <DataTable
        caption="Saved replies"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        onRetry={() => void savedReplies.again()}
        empty={
          <EmptyState
            compact
            message="No replies are saved yet"
            hint="What you answer again and again, you type once."
            actionLabel="Save a reply"
            onAction={add}
          />
        }
      />
      <Dialog open={asked?.what === 'add'} title="Save a reply" onClose={close}>
        <StaffForm
          endpoint={contracts.addSavedReply}
          rules={rules.add}
          fields={fields}
          submitLabel="Save"
          onCancel={close}
          onDone={done}
        />
      </Dialog>
      <Dialog open={asked?.what === 'change'} title="Change a saved reply" onClose={close}>
        {asked?.what === 'change' && (
          <StaffForm
            endpoint={contracts.changeSavedReply}
            rules={rules.change}
            fields={fields}
            initial={asked.reply}
            also={{ id: asked.reply.id, version: asked.reply.version }}
            submitLabel="Save"
            onCancel={close}
            onDone={done}
          />
        )}
      </Dialog>
      <Toasts />
    </>
  )
}
