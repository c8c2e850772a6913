import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Audience } from '#contract/audiences'
import { BUYER_DAYS } from '#domain/audience'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { useShop } from '../operation/useShop.ts'
import { Button } from '../ui/Button.tsx'
import { DefinitionList, type Definition } from '../ui/DefinitionList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { audienceNamesRead, audienceOverlapRead } from './audienceReads.ts'

/** What an audience shares with another and with the buyers of late, in numbers alone (product AUD-9). */
export function OverlapModal({ audience: { uuid, name }, onClose }: { audience: Audience; onClose: () => void }) {
  const { merchantId } = useShop()
  const [other, setOther] = useState<string | null>(null)
  const names = useQuery(audienceNamesRead(merchantId))
  const overlap = useQuery(audienceOverlapRead(merchantId, uuid, other))
  const others = names.data?.filter((one) => one.uuid !== uuid) ?? []
  return (
    <Dialog
      title={t('audiences.overlap.title')}
      tag={<ModeTag />}
      subtitle={name}
      closeLabel={t('operations.close')}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('operations.back')}
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
      ) : !overlap.data ? (
        <div role="group" aria-busy="true" aria-label={t('audiences.overlap.loading')} className="grid gap-4 py-1">
          {[150, 120, 140].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ) : (
        <Numbers {...overlap.data} name={name} />
      )}
    </Dialog>
  )
}

type NumbersProps = {
  name: string
  size: number
  other: { name: string; size: number; both: number | null } | null
  buyers: { all: number; inside: number; other: number | null; both: number | null }
}

const counted = (count: number) => t('audiences.count', { count })
/** "12 · 48 %": how many, and which part of the whole. */
const part = (count: number, whole: number) =>
  whole === 0 ? counted(count) : t('audiences.overlap.part', { count, percent: Math.round((count * 100) / whole) })

function Numbers({ name, size, other, buyers }: NumbersProps) {
  const people: Definition[] = [
    { key: 'size', term: name, value: counted(size) },
    ...(other
      ? [
          { key: 'other', term: other.name, value: counted(other.size) },
          {
            key: 'both',
            term: t('audiences.overlap.both'),
            value:
              other.both === null ? (
                t('audiences.overlap.incomparable')
              ) : (
                <b className="font-strong">{part(other.both, Math.min(size, other.size))}</b>
              ),
          },
        ]
      : []),
  ]
  const bought: Definition[] = [
    { key: 'all', term: t('audiences.overlap.buyers'), value: counted(buyers.all) },
    {
      key: 'inside',
      term: t('audiences.overlap.inside', { name }),
      value: <b className="font-strong">{part(buyers.inside, buyers.all)}</b>,
    },
    ...(other
      ? [
          { key: 'other', term: t('audiences.overlap.inside', { name: other.name }), value: part(buyers.other ?? 0, buyers.all) },
          { key: 'both', term: t('audiences.overlap.inBoth'), value: part(buyers.both ?? 0, buyers.all) },
        ]
      : []),
  ]
  return (
    <div role="status" className="grid gap-6">
      <section aria-label={t('audiences.overlap.people')}>
        <h3 className="pb-2.5 text-md font-medium">{t('audiences.overlap.people')}</h3>
        <DefinitionList items={people} />
      </section>
      <section aria-label={t('audiences.overlap.recent', { days: BUYER_DAYS })} className="border-t border-line pt-4">
        <h3 className="pb-2.5 text-md font-medium">{t('audiences.overlap.recent', { days: BUYER_DAYS })}</h3>
        <DefinitionList items={bought} />
      </section>
    </div>
  )
}
