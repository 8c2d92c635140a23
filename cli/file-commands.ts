// Defines the operators' commands that send a file: the operator file, and statements.
import { Option, type Command } from 'commander'
import { asClient } from './client/add-client.ts'

const reason = ['--reason <text>', 'why, for the audit trail'] as const

export function addFileCommands(program: Command): void {
  asClient(
    program
      .command('apply')
      .description('create or change what an operator file describes; see server/sandbox.yaml')
      .argument('<file>', 'the file, in YAML')
      .option('--dry-run', 'print what would change, but change nothing', false)
      .option('--preview', 'print what customers would be quoted, but change nothing', false)
      .option(
        '--amount <text>',
        "with --preview: an amount such as '1000.00 USDC'; may be given several times",
        (text: string, given: string[]) => [...given, text],
        [],
      )
      .option('--from <timestamp>', 'when it becomes effective, such as 2026-03-31T00:00:00Z')
      .option(...reason),
  )
  asClient(
    program
      .command('export')
      .description(
        'print the operator file that describes the database; apply of it changes nothing',
      )
      .option('--with-details', 'with the details of instruments, which are sealed', false)
      .option('--reason <text>', 'why, for the audit trail; needed with --with-details'),
  )

  addReconcileCommand(program)
}

function addReconcileCommand(program: Command): void {
  asClient(
    program
      .command('reconcile')
      .description("compare a statement with the ledger's lines of its account")
      .argument('<file>', 'the statement: camt.053 (.xml) or CSV')
      .requiredOption('--account <account>', 'an account such as rail:spei or provider:ALPHA')
      .requiredOption('--currency <code>', 'the currency')
      .requiredOption('--reason <text>', 'why, for the audit trail')
      .addOption(
        new Option('--format <format>', 'if the name does not tell it').choices([
          'camt.053',
          'csv',
        ]),
      )
      .option('--from <date>', 'the first day (default: of the first line)')
      .option('--to <date>', 'the last day (default: of the last line)')
      .option(
        '--tolerance <days>',
        'how many days the two sides may book a line apart (default: 3)',
      )
      .option(
        '--number <account>',
        'camt.053: the bank account, if the rail has no settings for it',
      )
      .option('--columns <list>', 'CSV: such as date:Fecha,amount:Valor,reference:Referencia')
      .addOption(
        new Option('--delimiter <character>', 'CSV (default: a comma)').choices([
          ',',
          ';',
          '|',
          'tab',
        ]),
      )
      .addOption(new Option('--decimal <character>', 'CSV (default: a point)').choices(['.', ',']))
      .option('--date-format <format>', 'CSV: such as DD/MM/YYYY (default: YYYY-MM-DD)')
      .addOption(
        new Option('--encoding <name>', 'CSV (default: utf-8)').choices(['utf-8', 'windows-1252']),
      ),
  )
}
