import { t } from '../i18n/t.ts'

const KB = 1_024

/** "312 bytes", "48 KB", "1,4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < KB) return t('operations.size.bytes', { count: bytes })
  if (bytes < KB * KB) return t('operations.size.kilobytes', { size: Math.round(bytes / KB) })
  return t('operations.size.megabytes', { size: (bytes / KB / KB).toFixed(1).replace('.', ',') })
}
