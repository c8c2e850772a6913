import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Audience, audienceOverlap } from '#contract/sales/audiences'
import type { AnswerOf } from '#contract/platform/endpoint'
import { BUYER_DAYS } from '#domain/sales/campaigns/audience'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList, type Definition } from '../../platform/ui/figures/DefinitionList.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { SkeletonLine } from '../../platform/ui/tables/SkeletonLine.tsx'
import { audienceNamesRead, audienceOverlapRead } from './audienceReads.ts'

/** The overlap of an audience with another one and with recent buyers, as numbers only. */
export function OverlapModal({ audience: { uuid, name }, onClose }: { audience: Audience; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const [other, setOther] = useState<string | null>(null)
  const names = useQuery(audienceNamesRead(merchantId))
  const overlap = useQuery(audienceOverlapRead(merchantId, uuid, other))
  const others = names.data?.filter((one) => one.uuid !== uuid) ?? []
  const chosen = others.find((one) => one.uuid === other)
  return (
    <Dialog
      title={t('audiences.overlap')}
      tag={<ModeTag />}
      subtitle={name}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('shell.back')}
        </Button>
      }
    >
      {others.length > 0 && (
        <Field label={t('audiences.overlap.with')} className="pb-6">
          <Select value={other ?? ''} onChange={(event) => setOther(event.target.value === '' ? null : event.target.value)}>
            <option value="">{t('audiences.overlap.buyersOnly')}</option>
            {others.map((one) => (
              <option key={one.uuid} value={one.uuid}>
                {t('audiences.overlap.option', { name: one.name, count: one.size })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {overlap.isError ? (
        <FailureCard
          title={t('audiences.failed.overlap')}
          error={overlap.error}
          onRetry={() => void overlap.refetch()}
          retrying={overlap.isFetching}
        />
      ) : (
        <OverlapNumbers overlap={overlap.data} name={name} otherName={chosen?.name} />
      )}
    </Dialog>
  )
}

type NumbersProps = {
  /** Null while loading. */
  overlap: AnswerOf<typeof audienceOverlap> | undefined
  name: string
  otherName: string | undefined
}

const counted = (count: number) => t('shell.count', { count })
/** "12 · 48 %": count and share of the total. */
const part = (count: number, whole: number) =>
  whole === 0 ? counted(count) : t('audiences.overlap.part', { count, percent: Math.round((count * 100) / whole) })

/** Labels from the start, with skeletons for the numbers. */
function OverlapNumbers({ overlap, name, otherName }: NumbersProps) {
  const people: Definition[] = [
    { key: 'size', term: name, value: overlap ? counted(overlap.size) : bar },
    ...(otherName === undefined
      ? []
      : [
          { key: 'other', term: otherName, value: overlap?.other ? counted(overlap.other.size) : bar },
          { key: 'both', term: t('audiences.overlap.both'), value: overlap?.other ? bothText(overlap.size, overlap.other) : bar },
        ]),
  ]
  const bought = (count: number | null = 0): ReactNode => (overlap ? part(count ?? 0, overlap.buyers.all) : bar)
  const buyers: Definition[] = [
    { key: 'all', term: t('audiences.overlap.buyers'), value: overlap ? counted(overlap.buyers.all) : bar },
    {
      key: 'inside',
      term: t('audiences.overlap.inside', { name }),
      value: <b className="font-strong">{bought(overlap?.buyers.inside)}</b>,
    },
    ...(otherName === undefined
      ? []
      : [
          { key: 'other', term: t('audiences.overlap.inside', { name: otherName }), value: bought(overlap?.buyers.other) },
          { key: 'both', term: t('audiences.overlap.inBoth'), value: bought(overlap?.buyers.both) },
        ]),
  ]
  const recent = t('audiences.overlap.recent', { days: BUYER_DAYS })
  return (
    <div role="status" aria-busy={!overlap || undefined} className="grid gap-6">
      {!overlap && <span className="sr-only">{t('audiences.overlap.loading')}</span>}
      <section aria-label={t('audiences.column.people')}>
        <h3 className="pb-2.5 text-md font-medium">{t('audiences.column.people')}</h3>
        <DefinitionList items={people} />
      </section>
      <section aria-label={recent} className="border-t border-line pt-4">
        <h3 className="pb-2.5 text-md font-medium">{recent}</h3>
        <DefinitionList items={buyers} />
      </section>
    </div>
  )
}

const bar = <SkeletonLine end width={80} />

const bothText = (size: number, { size: otherSize, both }: { size: number; both: number | null }): ReactNode =>
  both === null ? t('audiences.overlap.incomparable') : <b className="font-strong">{part(both, Math.min(size, otherSize))}</b>
