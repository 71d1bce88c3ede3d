import type { MouseEvent } from 'react'
import { Html } from '#features/questions/ui/Html.tsx'
import { indianDate, isoTime } from '#lib/both/time/clock.ts'
import CheckIcon from 'virtual:lucide/check'
import type { Workout, WorkoutType } from '../workouts.contract.ts'
import { AudioPlayer } from './AudioPlayer.tsx'
import AudioLinesIcon from 'virtual:lucide/audio-lines'
import FileTextIcon from 'virtual:lucide/file-text'
import DownloadIcon from 'virtual:lucide/download'
import ImageIcon from 'virtual:lucide/image'
import TextIcon from 'virtual:lucide/text'
import { Picture } from './Picture.tsx'

const kinds: Record<WorkoutType, { label: string; Icon: typeof TextIcon }> = {
  audios: { label: 'Listen', Icon: AudioLinesIcon },
  images: { label: 'Picture', Icon: ImageIcon },
  documents: { label: 'Document', Icon: FileTextIcon },
  richtext: { label: 'Read', Icon: TextIcon },
  plain: { label: 'Read', Icon: TextIcon },
}

export interface WorkoutCardProps {
  workout: Workout
  onImage: (workout: Workout) => void
  onDocument: (event: MouseEvent, workout: Workout) => void
  /** Fetches an address of its file that works now. */
  onRenew: (workout: Workout) => Promise<string | undefined>
}

/** One activity of a day, as its type has it. */
export function WorkoutCard(props: WorkoutCardProps) {
  const { workout } = props
  const { label, Icon } = kinds[workout.contenttype]
  return (
    <article className="rounded-box border border-base-300 bg-base-100 p-4 sm:p-5">
      <header className="mb-4 flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-field bg-tint text-primary">
          <Icon />
        </span>
        <div className="min-w-0 grow">
          <h3 className="font-semibold">{workout.title}</h3>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
            <span>{label}</span>
            <time dateTime={isoTime(workout.created_at)}>{indianDate(workout.created_at)}</time>
            {workout.viewed && (
              <span className="flex items-center gap-1 font-medium text-success">
                <CheckIcon className="size-4" />
                Opened
              </span>
            )}
          </p>
        </div>
      </header>
      <Content {...props} />
    </article>
  )
}

function Content({ workout, onImage, onDocument, onRenew }: WorkoutCardProps) {
  const { contenttype, content, filename, title } = workout
  switch (contenttype) {
    case 'audios':
      return <AudioPlayer title={title} src={content} renew={() => onRenew(workout)} />
    case 'images':
      return <Picture src={content} alt={title} onOpen={() => onImage(workout)} renew={() => onRenew(workout)} />
    case 'documents':
      return (
        <a
          href={content}
          download
          className="btn h-auto min-h-(--size) max-w-full py-2 text-left"
          onClick={(event) => onDocument(event, workout)}
        >
          <DownloadIcon className="size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">Download {filename || title}</span>
        </a>
      )
    case 'richtext':
      return <Html html={content} className="max-w-3xl" />
    case 'plain':
      return <p className="max-w-3xl whitespace-pre-line">{content}</p>
  }
}
