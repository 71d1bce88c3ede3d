import { useId, useState, type ReactNode } from 'react'
import { displayTime } from '#lib/both/time/clock.ts'
import type { OwnProfile } from '../profile.contract.ts'
import { initialsOf } from '#lib/both/text/initials.ts'
import TriangleAlertIcon from 'virtual:lucide/triangle-alert'
import CalendarIcon from 'virtual:lucide/calendar'
import CameraIcon from 'virtual:lucide/camera'
import ClockIcon from 'virtual:lucide/clock'
import MapPinIcon from 'virtual:lucide/map-pin'
import TrashIcon from 'virtual:lucide/trash'
import { ACCEPTED, usePicture, type PictureUpload } from './use-picture.ts'

/** Cover, picture and who it is (document 1, section 2, 'Settings'). */
export function ProfileHead({ profile, onChange }: { profile: OwnProfile; onChange: (profile: OwnProfile) => void }) {
  const avatar = usePicture('avatar', onChange)
  const cover = usePicture('cover', onChange)
  return (
    <section aria-label="Profile" className="overflow-hidden rounded-box border border-base-300 bg-base-100">
      <div className="relative aspect-[3/1] bg-tint sm:aspect-[4/1]">
        <Cover source={cover.preview ?? profile.cover} />
        <Progress value={cover.progress} label="Uploading the cover" />
        <div className="absolute right-3 top-3 flex gap-2">
          <Choose
            upload={cover}
            label="Change cover"
            className="btn btn-sm min-h-11 border-base-300 bg-base-100/90 sm:min-h-9"
          >
            <CameraIcon className="size-4" />
            <span className="max-sm:sr-only">Change cover</span>
          </Choose>
          {profile.cover && (
            <button
              type="button"
              className="btn btn-square btn-sm min-h-11 min-w-11 border-base-300 bg-base-100/90 sm:min-h-9 sm:min-w-9"
              disabled={cover.progress !== undefined}
              onClick={cover.remove}
            >
              <TrashIcon className="size-4" />
              <span className="sr-only">Remove cover</span>
            </button>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3 px-5 pb-5 sm:px-6 sm:pb-6">
        <div className="relative -mt-12 shrink-0 sm:-mt-14">
          <Choose
            upload={avatar}
            label="Change picture"
            className="group relative grid size-24 cursor-pointer place-items-center overflow-hidden rounded-full border-4 border-base-100 bg-tint text-3xl font-semibold text-primary sm:size-28"
          >
            <Face
              key={avatar.preview ?? profile.avatar}
              source={avatar.preview ?? profile.avatar}
              name={profile.name}
            />
            <span className="absolute inset-x-0 bottom-0 grid h-8 place-items-center bg-black/60 text-white">
              <CameraIcon className="size-4" />
            </span>
          </Choose>
          <Progress value={avatar.progress} label="Uploading the picture" round />
        </div>
        <div className="min-w-0 grow basis-56 pt-3">
          <p className="truncate text-xl font-bold sm:text-2xl">{profile.name}</p>
          <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
            {profile.city && (
              <Fact icon={<MapPinIcon className="size-4" />}>
                <span className="sr-only">City: </span>
                {profile.city}
              </Fact>
            )}
            <Fact icon={<CalendarIcon className="size-4" />}>Join {moment(profile.activefrom)}</Fact>
            {profile.lastLoggedOn && (
              <Fact icon={<ClockIcon className="size-4" />}>Last Logged on {moment(profile.lastLoggedOn)}</Fact>
            )}
          </ul>
        </div>
        {profile.avatar && (
          <button
            type="button"
            className="btn btn-ghost btn-sm min-h-11 text-muted"
            disabled={avatar.progress !== undefined}
            onClick={avatar.remove}
          >
            Remove picture
          </button>
        )}
      </div>
      <Problem of={avatar} />
      <Problem of={cover} />
    </section>
  )
}

const moment = (iso: string) => displayTime(Date.parse(iso))

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {icon}
      <span>{children}</span>
    </li>
  )
}

/** A file picker that looks like what is in it. */
function Choose(props: { upload: PictureUpload; label: string; className: string; children: ReactNode }) {
  const { upload, label, className, children } = props
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={`${className} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary`}
    >
      {children}
      <input
        id={id}
        type="file"
        aria-label={label}
        accept={ACCEPTED}
        className="absolute size-px opacity-0"
        disabled={upload.progress !== undefined}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Choosing the same file again is a choice, too.
          currentTarget.value = ''
          if (file) upload.choose(file)
        }}
      />
    </label>
  )
}

/** The picture, and the initials where there is none or it cannot be loaded. */
function Face({ source, name }: { source: string | null; name: string | null }) {
  const [broken, setBroken] = useState(false)
  if (!source || broken) return <span aria-hidden="true">{initialsOf(name)}</span>
  return <img src={source} alt="" className="absolute inset-0 size-full object-cover" onError={() => setBroken(true)} />
}

function Cover({ source }: { source: string | null }) {
  if (!source) return <Steps />
  return <img src={source} alt="" className="absolute inset-0 size-full object-cover" />
}

/** Steps that rise to the right, as the logo has them. */
function Steps() {
  return (
    <svg
      viewBox="0 0 400 100"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full text-primary"
    >
      {[0, 1, 2, 3, 4, 5, 6, 7].map((step) => (
        <rect
          key={step}
          x={step * 50}
          y={92 - step * 11}
          width="50"
          height="100"
          fill="currentColor"
          opacity={0.05 + step * 0.022}
        />
      ))}
    </svg>
  )
}

function Progress({ value, label, round = false }: { value: number | undefined; label: string; round?: boolean }) {
  if (value === undefined) return null
  return (
    <div
      className={`pointer-events-none absolute inset-0 grid place-items-center bg-black/50 ${round ? 'rounded-full p-4' : 'p-8'}`}
    >
      <progress
        className={`progress h-2 w-full bg-white/40 text-white ${round ? '' : 'max-w-64'}`}
        aria-label={label}
        // All of it sent, the server looks at it.
        {...(value < 1 && { value, max: 1 })}
      />
    </div>
  )
}

function Problem({ of: { problem, tryAgain } }: { of: PictureUpload }) {
  return (
    <div role="alert">
      {problem && (
        <p className="flex flex-wrap items-center gap-x-3 border-t border-base-300 px-5 py-3 text-sm text-error sm:px-6">
          <span className="flex min-w-0 items-start gap-1.5">
            <TriangleAlertIcon className="mt-0.75 size-4 shrink-0" />
            {problem}
          </span>
          {tryAgain && (
            <button type="button" className="btn btn-sm min-h-11" onClick={tryAgain}>
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  )
}
