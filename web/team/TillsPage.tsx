import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { tillList } from '#contract/tills'
import { query } from '../api/query.ts'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import type { LoaderContext, Screen } from '../shell/screen.ts'
import { SettingsHead } from '../shell/SettingsHead.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useDelayed } from '../ui/useDelayed.ts'
import { OpenTillDialog } from './OpenTillDialog.tsx'
import { TillRow } from './TillRow.tsx'

const tillsRead = () => query(tillList, { mode: 'live' })

function loader({ queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(tillsRead())
}

/** Devices on counters: which there are, who used them last, and the end of each (product TEA-15). */
function Tills() {
  const [opening, setOpening] = useState(false)
  // While a code is shown, the device that enters it is waited for.
  const { data, error, isFetching, refetch } = useQuery({ ...tillsRead(), refetchInterval: opening ? 3_000 : false })
  const slow = useDelayed(!data && !error)
  const open = (
    <Button variant="filled" icon={<Plus aria-hidden />} onClick={() => setOpening(true)}>
      {t('tills.open')}
    </Button>
  )
  return (
    <article aria-labelledby="tills-title" className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-8">
      <SettingsHead id="tills-title" title={t('tills.title')} lead={t('tills.lead')} />
      {data && data.length > 0 && <div>{open}</div>}
      {error ? (
        <FailureCard title={t('tills.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        slow && (
          <div aria-busy="true" aria-label={t('tills.loading')} className="grid gap-4">
            <Skeleton width={260} />
            <Skeleton width={200} />
          </div>
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('tills.empty')} actions={open}>
          <p>{t('tills.emptyLead')}</p>
        </EmptyState>
      ) : (
        <ul aria-label={t('tills.list')} className="border-t border-line">
          {data.map((till) => (
            <TillRow key={till.id} till={till} />
          ))}
        </ul>
      )}
      {opening && <OpenTillDialog tills={data ?? []} onClose={() => setOpening(false)} />}
    </article>
  )
}

export const TillsPage: Screen = { component: Tills, loader }
