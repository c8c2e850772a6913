/** How many units, kilos or metres, as people write it: `3`, `1,5`. */
export const formatQuantity = (quantity: number): string => String(quantity).replace('.', ',')
