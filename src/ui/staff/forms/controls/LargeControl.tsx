import { Later } from '../../../states/Later.tsx'
import type { FileControlProps } from './FileControl.tsx'
import type { MarkdownControlProps } from './MarkdownControl.tsx'

/** Controls that few forms have, each fetched by the first that has it: what all pages of the console share stays small. */
export type LargeControlProps = ({ kind: 'file' } & FileControlProps) | ({ kind: 'markdown' } & MarkdownControlProps)

const file = () => import('./FileControl.tsx')
const markdown = () => import('./MarkdownControl.tsx')

export function LargeControl(props: LargeControlProps) {
  if (props.kind === 'file')
    return (
      <Later name="FileControl" load={file} waiting={<div className="skeleton h-24" />}>
        {({ FileControl }) => <FileControl {...props} />}
      </Later>
    )
  return (
    <Later name="MarkdownControl" load={markdown} waiting={<div className="skeleton h-72" />}>
      {({ MarkdownControl }) => <MarkdownControl {...props} />}
    </Later>
  )
}
