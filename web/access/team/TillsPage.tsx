import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { tillList } from '#contract/access/tills'
import { query } from '../../platform/api/query.ts'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { OpenTillDialog } from './OpenTillDialog.tsx'
import { TillRow } from './TillRow.tsx'

const tillsRead = () => query(tillList, { mode: 'live' })

function loader({ queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(tillsRead())
}

/** The shared tills: their last use, and the buttons that close them. */
function Tills() {
  const [opening, setOpening] = useState(false)
  // While a code is shown, polls for the device that enters it.
  const read = useQuery({ ...tillsRead(), refetchInterval: opening ? 3_000 : false })
  const { data, isError } = read
  const open = (
    <Button variant="filled" icon={<Plus aria-hidden />} onClick={() => setOpening(true)}>
      {t('tills.open')}
    </Button>
  )
  return (
    <article aria-labelledby="tills-title" className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-8">
      <SettingsHead id="tills-title" title={t('tills.title')} lead={t('tills.lead')} />
      {data && data.length > 0 && <div>{open}</div>}
      {isError || !data ? (
        <ReadState read={read} failed={t('tills.failed')} loading={t('tills.loading')}>
          <Skeleton width={260} />
          <Skeleton width={200} />
        </ReadState>
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
