import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { PaperFile } from '#contract/merchants/documents'
import { t } from '../../../platform/i18n/t.ts'
import { failureMessage } from '../../../platform/feedback/failureMessage.ts'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { saveFile } from '../../../platform/lists/saveFile.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { IconButton } from '../../../platform/ui/controls/IconButton.tsx'
import { Skeleton } from '../../../platform/ui/tables/Skeleton.tsx'
import { paperFileRead } from '../companyReads.ts'
import { PaperPicture } from './PaperPicture.tsx'

/** What was uploaded, page by page, as its owner sees it again; it can be downloaded from here. */
export function PaperPreview({ file, onClose }: { file: PaperFile; onClose: () => void }) {
  const { data, error } = useQuery({ ...paperFileRead(file.uuid), staleTime: Infinity })
  const [pages, setPages] = useState<number | null>(null)
  const [page, setPage] = useState(1)
  return (
    <Dialog
      title={file.fileName}
      onClose={onClose}
      firstFocus="h2"
      note={pages !== null && pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
      footer={data && <Button onClick={() => saveFile(data, file.fileName)}>{t('company.paper.download')}</Button>}
    >
      {error !== null && <p className="text-danger-ink">{failureMessage(error)}</p>}
      {error === null && (data === undefined || pages === null) && <Skeleton width={240} />}
      {pages === 0 && <p className="text-ink-2">{t('company.paper.unseen')}</p>}
      {data && <PaperPicture file={data} label={file.fileName} page={page} onPages={setPages} />}
    </Dialog>
  )
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <span className="flex items-center gap-1">
      <IconButton label={t('company.paper.pageBefore')} icon={<ChevronLeft aria-hidden />} onClick={() => onPage(Math.max(1, page - 1))} />
      <span role="status" className="whitespace-nowrap">
        {t('company.paper.page', { page: String(page), pages: String(pages) })}
      </span>
      <IconButton
        label={t('company.paper.pageNext')}
        icon={<ChevronRight aria-hidden />}
        onClick={() => onPage(Math.min(pages, page + 1))}
      />
    </span>
  )
}
