/** Statements that take the server’s time. */
export const statements = {
  '{sessions} of {ofAll} working sessions run it now ({names}), the longest for {lasting}.':
    '{ofAll} 个工作会话中有 {sessions} 个在运行它（{names}），最久的已 {lasting}。',
  'It was called {calls} times at {value} ms on average, {percent} of the time of all statements.':
    '它被调用 {calls} 次，平均 {value} 毫秒，占全部语句时间的 {percent}。',
  "One statement takes most of the database's {part}: {quotedQuery}.":
    '一条语句占用了数据库大部分{part}：{quotedQuery}。',
  time: '时间',
  'Many sessions of an application run this statement; ending one of them would not help, and the next call brings it back.':
    '某应用的多个会话在运行此语句；终止其中一个没有帮助，下次调用又会出现。',
  'Look at its plan with EXPLAIN (ANALYZE, BUFFERS); cache its result or run it on a replica.':
    '用 EXPLAIN (ANALYZE, BUFFERS) 查看其执行计划；缓存其结果或在副本上运行。',
  '{part} with SQLSTATE {state}: {meaning} ({plural} of {speakerOf} since {clockTime}): “{line:said}”.':
    '{part}，SQLSTATE {state}：{meaning}（{speakerOf} 自 {clockTime} 起有 {plural}）：“{line}”。',
  'Connections are refused': '连接被拒绝',
  'Statements fail': '语句失败',
  'Rollbacks rose by {riseOf} in the last hours.': '最近几小时回滚数增加了 {riseOf}。',
  'They began with revision {revision} of {namespace}/{name}, rolled out at {clockTime}: the release does not fit the database.':
    '它们始于 {namespace}/{name} 的版本 {revision}，发布于 {clockTime}：该版本与数据库不匹配。',
  'This is a limit of the schema: every such write fails, from whatever release, until the schema is widened.':
    '这是表结构的限制：此类写入无论来自哪个版本都会失败，直到扩宽表结构。',
  'The program and the schema do not fit each other.': '程序与表结构不匹配。',
  'The application has to handle this.': '这须由应用处理。',
  'The errors (SQLSTATE {state}) began with the newest revision of {name}; the one before ran without them.':
    '错误（SQLSTATE {state}）始于 {name} 的最新版本；之前的版本没有这些错误。',
  'The server is a standby now: the program still writes to it and not to the primary.':
    '该服务器现在是备库：程序仍向它写入，而不是向主库。',
  'The log tells of it at {clockTime}: “{line:said}”.': '日志在 {clockTime} 有记录：“{line}”。',
  'Widening a column is a change of the schema, which a person plans; a restart or a rollback meets the same limit.':
    '扩宽列是表结构变更，由人规划；重启或回滚会遇到同样的限制。',
  'Whether the failover was meant, and where writers belong now, a person has to see; nothing on the server is to be changed.':
    '故障转移是否有意、写入方现在应连到哪里须由人查看；服务器上无需变更。',
  'It is settled on the server or in its settings, by a person who may change them; a restart or a rollback meets the same.':
    '它须由有权限的人在服务器或其设置中解决；重启或回滚会遇到同样的问题。',
  'No release that began shortly before the errors could be seen, so there is nothing to go back to.':
    '没有看到在错误之前不久开始的发布，因此没有可回退的版本。',
  'This is the application’s to handle; nothing on the server is wrong.': '这须由应用处理；服务器没有异常。',
  'was called {calls} times at {value} ms on average': '被调用 {calls} 次，平均 {value} 毫秒',
  'is run by {sessions} sessions at once, the longest for {lasting}':
    '同时被 {sessions} 个会话运行，最久的已 {lasting}',
  '{name} has no index on column {columns}: {quotedQuery} {often}, and the table of {value} rows was read whole by {value2} sequential scans (seq_scan {value3}, idx_scan {value4}).':
    '{name} 在列 {columns} 上没有索引：{quotedQuery} {often}，而 {value} 行的表被 {value2} 次顺序扫描整表读取（seq_scan {value3}，idx_scan {value4}）。',
  'Few of its rows are dead ({value5}), so vacuum would not help.': '其死元组很少（{value5}），vacuum 没有帮助。',
  'An index is a change of the schema, which a person makes.': '索引是表结构变更，由人进行。',
  '{who} has been running one statement for {lasting} (since {clockTime}), {activity}{part}: {quotedQuery}.':
    '{who} 已运行一条语句 {lasting}（自 {clockTime}），{activity}{part}：{quotedQuery}。',
  ', with {plural} under it as leader': '，以它为首有 {plural}',
  '{count:number} parallel worker': '{count} 个并行工作进程',
  '{count:number} parallel workers': '{count} 个并行工作进程',
  'It joins tables without a condition (a cross join).': '它在没有条件的情况下连接表（交叉连接）。',
  'pid {pid} is the runaway; ending it (the leader) also ends its workers and loses only its own result.':
    'pid {pid} 是失控的语句；终止它（主会话）也会终止其工作进程，只会丢失它自己的结果。',
  'Give interactive and reporting roles a statement_timeout, and let reports run on a replica.':
    '为交互和报表角色设置 statement_timeout，并让报表在副本上运行。',
  'Raise work_mem for this statement alone (SET LOCAL work_mem), or set temp_file_limit for its role.':
    '只为此语句调高 work_mem（SET LOCAL work_mem），或为其角色设置 temp_file_limit。',
  'active and waiting for nothing': '处于活动状态，没有等待任何内容',
  'pid {pid} changes data; ending it would undo all it has done, so its owner has to agree.':
    'pid {pid} 在修改数据；终止它会撤销其全部工作，须经其负责人同意。',
  'It spills into temporary files on disk, which are given back when it ends.':
    '它溢出到磁盘上的临时文件，结束后会归还。',
  'It takes long and is not what takes the work: {instead}{disk}': '它耗时很久，但不是占用资源的原因：{instead}{disk}',
  'It takes long.': '它耗时很久。',
  "The server's CPU stands at {percent}: this runaway query takes it.":
    '服务器的 CPU 为 {percent}：是此失控查询占用的。',
  'This long-running query is what takes the CPU.': '占用 CPU 的正是此长时间运行的查询。',
  'It takes long; nothing shows that anybody suffers from it.': '它耗时很久；没有迹象表明有人受其影响。',
  'It works all the time, and nobody waits for a lock.': '它一直在工作，没有会话等待锁。',
  'It is a runaway query.': '它是失控的查询。',
  'The {plural} shown {part:word} at most {lasting} old.': '所显示的{plural}最多运行了 {lasting}。',
  '{count:number} other running statement': '其他 {count} 条运行中的语句',
  '{count:number} other running statements': '其他 {count} 条运行中的语句',
  "The planner's statistics of {name} are out of date: {changed} rows were modified since the last analyze ({percent} of {value} live rows; {lastAnalyze}).":
    '{name} 的规划器统计信息已过时：自上次 analyze 以来修改了 {changed} 行（占 {value} 个活跃行的 {percent}；{lastAnalyze}）。',
  'So {quotedQuery}, which takes most of the time, is planned for a table that is no more.':
    '因此占用大部分时间的 {quotedQuery} 是按已不存在的表状况规划的。',
  "VACUUM (ANALYZE) renews the planner's figures of {name} while reads and writes go on.":
    'VACUUM (ANALYZE) 会更新 {name} 的规划器统计，期间读写照常进行。',
  'After loading or changing very many rows run ANALYZE at once; compare the plan before and after with EXPLAIN.':
    '在加载或修改大量行之后立即运行 ANALYZE；用 EXPLAIN 比较前后的执行计划。',
  'it was never analyzed since statistics were reset': '自统计信息重置以来从未 analyze',
  'last analyzed {lasting} ago, {clockTime}': '上次 analyze 在 {lasting}前，{clockTime}',
  'Autovacuum, which would analyze it, is switched off for this table ({option}).':
    '本应 analyze 它的 autovacuum 对此表已关闭（{option}）。',
  'Autovacuum is switched off on this server (autovacuum = off).':
    '此服务器上的 autovacuum 已关闭（autovacuum = off）。',
  'Switch autovacuum on again.': '重新打开 autovacuum。',
  'It is new: {calls} calls at {value} ms, beside {calls2} calls at {value2} ms of {quotedQuery} on the same table.':
    '它是新的：{calls} 次调用，每次 {value} 毫秒，而同一表上的 {quotedQuery} 为 {calls2} 次调用，每次 {value2} 毫秒。',
  "Since its release {kind} {namespace}/{name} {part} a statement{part2} takes most of the database's {part3}: {quotedQuery}.":
    '自发布以来，{kind} {namespace}/{name} {part}一条语句{part2}占用了数据库大部分{part3}：{quotedQuery}。',
  '{runners:word} Its {revision} was rolled out at {part4} ({ago}; {part5}), and {clause}{gap}.':
    '其 {revision} 发布于 {part4}（{ago}；{part5}），且{clause}{gap}。',
  calls: '调用',
  'so often that it': '，次数之多以至于',
  'its template could not be compared': '其模板无法比较',
  'Find what makes the program call the statement so often (an interval, a loop, a cache that is gone) before it is rolled out again.':
    '在再次发布之前，查明程序为何如此频繁地调用该语句（间隔、循环、失效的缓存）。',
  'Look at the statement’s plan with EXPLAIN (ANALYZE, BUFFERS) and give it an index before it is rolled out again.':
    '在再次发布之前，用 EXPLAIN (ANALYZE, BUFFERS) 查看该语句的执行计划并为其建立索引。',
  'The calls came with revision {revision}; under revision {revision2} there were far fewer.':
    '这些调用随版本 {revision} 而来；在版本 {revision2} 下少得多。',
  'The statement came with revision {revision}; revision {revision2} did not run it.':
    '该语句随版本 {revision} 而来；版本 {revision2} 没有运行它。',
  'No statistics show that revision {revision} did not run this statement as well.':
    '没有统计显示版本 {revision} 之前没有运行此语句。',
  'No figures show that the load rose with the release.': '没有数据显示负载随发布而上升。',
  '{sessions} of {ofAll} working sessions run it now, all from {plural} of it, the longest for {lasting}.':
    '{ofAll} 个工作会话中有 {sessions} 个在运行它，都来自其{plural}，最久的已 {lasting}。',
  'With it the server’s {clause}, so more is asked of it than before.': '同时服务器的{clause}，对它的要求比之前更多。',
  ', {duration} later': '，{duration}之后',
  ', at the same time': '，与此同时',
  '{quotedQuery} sorts or joins more than fits into {memoryOf}{memory} and so writes temporary files onto the disk: {spill}.':
    '{quotedQuery} 的排序或连接超出了 {memoryOf}{memory}，因此向磁盘写入临时文件：{spill}。',
  'The server wrote {bytes} of them in the last hours.': '最近几小时服务器写入了 {bytes}。',
  'the log names {plural} of {bytes} in all since {clockTime}': '日志自 {clockTime} 起记录了{plural}，共 {bytes}',
  '{count:number} file': '{count} 个文件',
  '{count:number} files': '{count} 个文件',
  '{plural} at it now, the longest {who} for {lasting} ({value})':
    '现有{plural}在运行，最久的 {who} 已 {lasting}（{value}）',
  '{plural} have written {bytes} since the statistics were reset': '自统计信息重置以来{plural}写入了 {bytes}',
  '{count:number} call': '{count} 次调用',
  '{count:number} calls': '{count} 次调用',
  'The files go when the statement ends; it has not run for long, and nothing shows that it does not end by itself.':
    '语句结束后文件会消失；它运行得并不久，没有迹象表明它不会自行结束。',
  'The files go when each call ends, and the next call writes them again: ending a session would not help.':
    '每次调用结束后文件会消失，下次调用又会写入：终止会话没有帮助。',
  'Raise {memory} for this {part}: every sort and join of every session may take that much.':
    '只为此{part}调高 {memory}：每个会话的每次排序和连接都可能占用那么多。',
  'role or statement alone (SET LOCAL work_mem), not for all': '角色或语句（SET LOCAL work_mem），不要为所有会话',
  session: '会话',
  'Look at the plan with EXPLAIN (ANALYZE, BUFFERS): an index in the wanted order, fewer columns or fewer rows make the sort small.':
    '用 EXPLAIN (ANALYZE, BUFFERS) 查看执行计划：符合所需顺序的索引、更少的列或更少的行可使排序变小。',
  'Set temp_file_limit, so that one statement cannot fill the disk, and log_temp_files to see the next one.':
    '设置 temp_file_limit，使单条语句不会填满磁盘，并设置 log_temp_files 以便看到下一次。',
} as const
