import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { AUDIENCE_FILE_BYTES, AUDIENCE_ROWS } from '#domain/sales/campaigns/audience'
import { t } from '../../platform/i18n/t.ts'
import { sizeText } from '../../platform/lists/sizeText.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { FileDrop } from '../../platform/ui/forms/FileDrop.tsx'
import { FileMapping } from './FileMapping.tsx'
import { FileOutcome } from './FileOutcome.tsx'
import type { useAudienceFile } from './useAudienceFile.ts'

/** Source of an audience: a chosen or dropped file, its column mapping and its result. */
export function FileSource({ file, readFile, remap }: ReturnType<typeof useAudienceFile>) {
  return (
    <div className="grid gap-5 *:min-w-0">
      <FileDrop
        invitation={t('audiences.file.drop')}
        chooseLabel={t(file.at === 'none' ? 'shell.chooseFile' : 'audiences.file.other')}
        icon={<FileSpreadsheet aria-hidden />}
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        onFile={readFile}
        busy={file.at === 'reading'}
        busyLabel={t('shell.reading')}
        limits={file.at === 'none' ? t('audiences.file.limits', { rows: AUDIENCE_ROWS, size: sizeText(AUDIENCE_FILE_BYTES) }) : file.name}
      />
      {file.at === 'refused' && (
        <Banner
          tone="error"
          live
          title={t(`audiences.file.refused.${file.why}`, { rows: AUDIENCE_ROWS, size: sizeText(AUDIENCE_FILE_BYTES) })}
        >
          {t(`audiences.file.refused.${file.why}.help`)}
        </Banner>
      )}
      {file.at === 'read' && (
        <>
          <FileMapping file={file} onChange={remap} />
          <FileOutcome file={file} />
        </>
      )}
    </div>
  )
}
