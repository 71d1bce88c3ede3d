import { useStore } from '@nanostores/react'
import { saveState, type SaveState } from '../answers/attempt.rules.ts'
import type { Attempt } from '../answers/attempt.store.ts'
import { placeText } from '../../ui/fault-texts.ts'
import { counted } from '#lib/both/text/format.ts'
import { useSitting } from './sitting.ts'
import CloudCheckIcon from 'virtual:lucide/cloud-check'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import CloudUploadIcon from 'virtual:lucide/cloud-upload'
import EyeIcon from 'virtual:lucide/eye'

const icons: Record<SaveState, typeof CloudCheckIcon> = {
  saved: CloudCheckIcon,
  saving: CloudUploadIcon,
  on_device: CloudOffIcon,
  offline: CloudOffIcon,
}

/** Says whether the answers are on the server. Always in its place, so nothing moves when it changes. */
export function SaveStatus({ attempt }: { attempt: Attempt }) {
  const { $online, $writing } = useSitting()
  const work = useStore(attempt.$work)
  const journalled = useStore(attempt.$journalled)
  const online = useStore($online)
  const writing = useStore($writing)
  const { state, count } = saveState(work, online)
  if (writing !== 'here') {
    return (
      <p className="flex shrink-0 items-center gap-1.5 text-xs font-medium text-primary">
        <EyeIcon className="size-4" />
        Read only
      </p>
    )
  }
  const Icon = icons[state]
  const kept = placeText(journalled)
  const [text, short] = {
    saved: ['All answers saved', 'Saved'],
    saving: ['Saving…', 'Saving…'],
    on_device: [`${counted(count, 'answer')} ${kept}`, `${count} ${kept}`],
    offline: ['Offline', 'Offline'],
  }[state] as [string, string]
  const tone = state === 'saved' ? 'text-success' : state === 'saving' ? 'text-muted' : 'text-warning'
  return (
    <p className={`flex min-w-0 shrink-0 items-center gap-1.5 text-xs font-medium ${tone}`}>
      <Icon className="size-4 shrink-0" />
      <span className="truncate max-sm:hidden">{text}</span>
      <span className="sm:hidden">{short}</span>
      {/* Saving comes and goes with every answer; a reader hears only what matters. */}
      <span className="sr-only" role="status">
        {state === 'on_device' && `${text}. Will be sent as soon as the server accepts them.`}
      </span>
    </p>
  )
}
