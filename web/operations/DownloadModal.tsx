import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { operationDownload } from '#contract/operations'
import { call } from '../api/call.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { go } from '../shell/go.ts'
import type { Screen } from '../shell/screen.ts'
import { useAddress } from '../shell/useAddress.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { activeFilters } from './activeFilters.ts'
import { countOf } from './countOperations.ts'
import { countText } from './countText.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { filterText } from './filterText.ts'
import { FormatChoice, type DownloadFormat } from './FormatChoice.tsx'
import { filtersOf, listSearch, readListQuery } from '../operation/listQuery.ts'
import { ModeTag } from '../operation/ModeTag.tsx'
import { countsRead } from '../operation/operationReads.ts'
import { saveFile } from '../operation/saveFile.ts'
import { useShop } from '../operation/useShop.ts'

type Progress =
  | { state: 'idle' }
  | { state: 'running'; bytes: number }
  | { state: 'done'; name: string }
  | { state: 'failed'; error: unknown }

/** Downloads exactly the list beneath: its filters in words, its count on the button (specification §2, download modal). */
function Download() {
  const { merchantId, sandbox, flag } = useShop()
  const { search } = useAddress()
  const { query } = readListQuery(search)
  const { data: counts } = useQuery(countsRead(merchantId, query))
  const [format, setFormat] = useState<DownloadFormat>('csv')
  const [progress, setProgress] = useState<Progress>({ state: 'idle' })
  const aborted = useRef<AbortController | null>(null)
  useEffect(() => () => aborted.current?.abort(), [])

  const total = counts ? countOf(counts.substatuses, { category: query.status, substatus: query.substatus }) : null
  const running = progress.state === 'running'
  const close = () => go(paths.operations(merchantId, { ...listSearch(query), ...flag }), { keepScroll: true })

  async function download() {
    if (running) return
    const controller = new AbortController()
    aborted.current = controller
    setProgress({ state: 'running', bytes: 0 })
    try {
      const file = await call(operationDownload, {
        params: { merchantId },
        query: { ...filtersOf(query), format },
        signal: controller.signal,
        onProgress: (bytes) => setProgress({ state: 'running', bytes }),
      })
      // The server always writes a head and a last line.
      if (file.size === 0) throw new TypeError('an empty file')
      const name = file instanceof File ? file.name : `operaciones.${format}`
      saveFile(file, name)
      setProgress({ state: 'done', name })
    } catch (error) {
      if (!controller.signal.aborted) setProgress({ state: 'failed', error })
    }
  }

  const names = activeFilters(query)
  const buttonWords =
    total === null
      ? t('operations.downloadModal.buttonPlain')
      : total.more
        ? t('operations.downloadModal.buttonMore', { count: total.count })
        : t('operations.downloadModal.button', { count: total.count })
  return (
    <Dialog
      title={t('operations.downloadModal.title')}
      tag={<ModeTag />}
      subtitle={t('operations.downloadModal.subtitle')}
      closeLabel={t('operations.close')}
      onClose={close}
      onSubmit={() => void download()}
      note={t(sandbox ? 'operations.downloadModal.sandboxNote' : 'operations.downloadModal.note')}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('operations.back')}
          </Button>
          <Button
            variant="filled"
            type="submit"
            busy={running}
            busyLabel={t('operations.downloadModal.busy')}
            disabledReason={total?.count === 0 ? t('operations.downloadModal.nothing') : null}
          >
            {progress.state === 'done' ? t('operations.downloadModal.again') : buttonWords}
          </Button>
        </>
      }
    >
      <section className="pb-5">
        <h3 className="pb-1.5 text-sm font-medium text-ink-2">{t('operations.downloadModal.what')}</h3>
        <ul className="text-base">
          {names.length === 0 && <li>{t('operations.downloadModal.everything')}</li>}
          {names.map((name) => (
            <li key={name}>{filterText(query, name)}</li>
          ))}
        </ul>
        {total && <p className="pt-1.5 text-md text-ink-3">{countText(total)}</p>}
      </section>
      <FormatChoice format={format} onChange={setFormat} />
      <div role="status" className="pt-4 text-md empty:hidden">
        {running && <p className="text-ink-2">{t('operations.downloadModal.progress', { size: Math.ceil(progress.bytes / 1024) })}</p>}
        {progress.state === 'done' && <Banner title={t('operations.downloadModal.done', { name: progress.name })} />}
      </div>
      {progress.state === 'failed' && (
        <div className="pt-4">
          <FailureCard title={t('operations.failed.download')} error={progress.error} onRetry={() => void download()} />
        </div>
      )}
    </Dialog>
  )
}

export const DownloadModal: Screen = { component: Download }
