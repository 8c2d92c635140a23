// Values of a filter that few rows have: an index has only those rows. listing.ts and operator-listing.ts then write the
// condition of the index instead of a parameter, so that the planner sees that it applies.

export type Rare = {
  condition: string
  /** The index is of all organizations: its rows are read, and then those of the scope are taken. */
  isOfAll?: true
  /** Read instead of the table. */
  from?: string
}

/** Reads all rows with the condition first. Without "offset 0" the planner also reads the index on the id, as a whole. */
export const fewOf = (table: string, condition: string): Rare => ({
  condition,
  isOfAll: true,
  from: `(select * from ${table} where ${condition} offset 0) ${table}`,
})
