import ScanLine from 'lucide-react/icons/scan-line'
import { Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { scanPurpose } from '../../platform/quickActions/scanPurpose.ts'
import { useStore } from '../../platform/state/store.ts'
import { useCamera } from '../../platform/quickActions/useCamera.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { SearchInput } from '../../platform/ui/forms/SearchInput.tsx'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'

const ReadingLabel = lazyWithRetry(async () => (await import('./ReadingLabel.tsx')).ReadingLabel)
// The scanner is loaded on first use.
const ScanSearch = lazyWithRetry(async () => (await import('./ScanSearch.tsx')).ScanSearch)

/** How long somebody has paused typing, and how much they have typed, before it is searched for. */
const pauseMs = 350
const leastTyped = 2

type OperationSearchProps = { query: ListQuery; onSearch: (change: Partial<ListQuery>) => void; className?: string }

/**
 * A search field for anything printed on a receipt, with a camera button to scan codes; the current search is shown in it as a
 * removable chip.
 */
export function OperationSearch({ query, onSearch, className = '' }: OperationSearchProps) {
  const [text, setText] = useState('')
  const camera = useCamera()
  const scanning = useStore(scanPurpose)
  const searched = query.q !== ''
  const label = (
    <Suspense fallback={null}>
      <ReadingLabel query={query} />
    </Suspense>
  )
  const { isDefault: isPhone } = useScreenSize()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const submit = () => {
    clearTimeout(timer.current)
    const q = text.trim()
    if (q === '') return
    setText('')
    onSearch({ q })
  }
  /** On a phone the results follow what is typed: its keyboard covers the list, and Enter is far. */
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    const q = next.trim()
    const isWorth = q.length >= leastTyped || (q === '' && text !== '')
    if (isPhone && isWorth) timer.current = setTimeout(() => onSearch({ q }), pauseMs)
  }
  return (
    <div className={`flex items-center gap-1 ${className}`}>
      <SearchInput
        className="min-w-0 flex-1"
        label={t('operations.search.label')}
        placeholder={searched ? t('operations.search.more') : t('operations.search.placeholder')}
        value={text}
        onChange={type}
        onSubmit={submit}
        shortcut="/"
        chip={
          searched && (!isPhone || text === '')
            ? { label, value: query.q, removeLabel: t('operations.search.remove'), onRemove: () => onSearch({ q: '' }) }
            : null
        }
      />
      {camera && (
        <Button variant="quiet" className="shrink-0" icon={<ScanLine aria-hidden />} onClick={() => scanPurpose.set('search')}>
          {t('shell.scan.open')}
        </Button>
      )}
      {scanning !== null && (
        <Suspense fallback={null}>
          <ScanSearch forRefund={scanning === 'refund'} onSearch={(q) => onSearch({ q })} />
        </Suspense>
      )}
    </div>
  )
}
