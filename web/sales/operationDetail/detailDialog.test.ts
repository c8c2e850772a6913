import { describe, expect, it } from 'vitest'
import { readDetailDialog } from './detailDialog.ts'

describe('dialog in the URL', () => {
  it('is parsed only when known and complete', () => {
    expect(readDetailDialog({ dialog: 'confirm' })).toEqual({ name: 'confirm' })
    expect(readDetailDialog({ dialog: 'extend' })).toEqual({ name: 'extend' })
    expect(readDetailDialog({ dialog: 'receipt', refund: 'x' })).toEqual({ name: 'receipt', refundId: 'x' })
    expect(readDetailDialog({ dialog: 'privacy' })).toEqual({ name: 'privacy' })
    for (const search of [{}, { dialog: 'receipt' }, { dialog: 'x' }, { refund: 'x' }]) expect(readDetailDialog(search)).toBeNull()
  })
})
