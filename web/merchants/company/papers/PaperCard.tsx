import { type ReactNode, useState } from 'react'
import type { Paper, PaperFile } from '#contract/merchants/documents'
import type { PaperSide } from '#domain/merchants/company/papers'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../../platform/ui/forms/FormSection.tsx'
import { StatusBadge } from '../../../platform/ui/feedback/StatusBadge.tsx'
import { fieldId } from '../fieldId.ts'
import { paperKinds } from './paperKinds.ts'
import { PaperRow } from './PaperRow.tsx'
import { PaperSlot } from './PaperSlot.tsx'
import type { SendPaper } from './usePaperUpload.ts'

type PaperCardProps = {
  paper: Paper
  onKept: () => void
  aside?: ReactNode
  send?: SendPaper
  /** Of its heading: 3 below a section's. */
  level?: 2 | 3
  /** On a phone it is folded while nothing is owed. */
  folds?: boolean
}

const mayReplace = (paper: Paper, file: PaperFile): boolean =>
  file.status === 'rejected' || file.status === 'expired' || (file.status === 'approved' && paper.renewable)

/** One document: why it is required, the state of its files, and the inputs of those still missing (docs/domain.md#papers). */
export function PaperCard({ paper, onKept, aside, send, level = 2, folds = false }: PaperCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { type, files } = paper
  const [whole, setWhole] = useState(false)
  const card = type === 'signatory_dni'
  const has = (side: PaperSide) => files.some((file) => file.side === side && !mayReplace(paper, file))
  const sides: readonly PaperSide[] = !card || whole ? ['single'] : ['front', 'back']
  const open = has('single') ? [] : sides.filter((side) => !has(side) && !(side === 'single' && has('front') && has('back')))
  const status = t(`company.paperStatus.${paper.status}`)
  const badge = <StatusBadge kind={paperKinds[paper.status]} label={status} />
  const content = (
    <>
      <p className="max-w-[68ch] text-md text-ink-2">{t(`company.paperWhy.${type}`)}</p>
      {files.map((file) => (
        <PaperRow key={file.uuid} file={file} card={card} mayBeSeen={!send} onGone={send ? undefined : onKept} />
      ))}
      {open.length > 0 && (
        <div className={`grid gap-4 ${open.length > 1 ? 'sm:grid-cols-2' : ''}`}>
          {open.map((side) => (
            <PaperSlot key={side} type={type} side={side} onKept={onKept} {...(send && { send })} />
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
        {card && open.length > 0 && (
          <Button size="small" variant="quiet" onClick={() => setWhole(!whole)}>
            {t(whole ? 'company.paper.twoFiles' : 'company.paper.oneFile')}
          </Button>
        )}
        {aside}
      </div>
    </>
  )
  if (folds)
    return (
      <div className="border-line md:border-t md:pt-5">
        <FormSection title={t(`company.paper.${type}`)} fold={status} isOpen={open.length > 0} aside={badge} anchor={fieldId(type)}>
          {content}
        </FormSection>
      </div>
    )
  return (
    <section
      aria-labelledby={`paper-${type}`}
      id={fieldId(type)}
      tabIndex={-1}
      className="grid grid-cols-1 gap-3 border-t border-line pt-5 outline-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Heading id={`paper-${type}`} className="font-strong">
          {t(`company.paper.${type}`)}
        </Heading>
        {badge}
      </div>
      {content}
    </section>
  )
}
