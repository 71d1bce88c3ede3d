import CopyIcon from 'virtual:lucide/copy'
import { toast } from '../Toasts.tsx'

export interface CopyButtonProps {
  text: string
  /** What is copied: 'phone'. */
  what: string
}

/** Puts a text where it can be pasted. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(`Copied: ${text}`),
      () => toast.error('The browser did not let it be copied.'),
    )
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-xs size-6 align-middle text-muted max-sm:size-9"
      title={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <CopyIcon className="size-3.5" />
      <span className="sr-only">Copy {what}</span>
    </button>
  )
}
