/** What the built-in plugins and their parameters are for, by what is said of them in English. */
export const pluginMeanings: Readonly<Record<string, string>> = {
  'An overview of a namespace: pods (those in trouble first, with container states; image digests where pods of one template run different ones under one tag), its Deployments with their ReplicaSets and revisions, StatefulSets and DaemonSets with their revisions and update strategy, Jobs, CronJobs and autoscalers with counts and conditions, and the nodes with conditions, taints, since when they are there, what they were installed with, what they can give and what has been requested. Shows whether one replica, one revision or one node is affected.':
    '命名空间概览：Pod（有问题的在前，附容器状态；同一模板以同一标签运行不同镜像时附镜像摘要），Deployment 及其 ReplicaSet 与版本，StatefulSet 和 DaemonSet 及其版本与更新策略，Job、CronJob 和自动伸缩器的数量与状况，以及节点的状况、污点、加入时间、所装系统、可提供和已请求的资源。可看出受影响的是一个副本、一个版本还是一个节点。',
  'Everything about one pod: container states (waiting, lastState.terminated, restartCount), probes, resources, its owners, what changed between the two newest revisions, whether referenced ConfigMaps, Secrets, claims and storage classes exist and when they were last written, the Services, network policies, quotas and admission webhooks that touch it, and its node. Start here when a pod misbehaves.':
    '一个 Pod 的全部信息：容器状态（waiting、lastState.terminated、restartCount）、探针、资源、所有者、最新两个版本之间的变化、所引用的 ConfigMap、Secret、存储声明和存储类是否存在及最近写入时间、与其相关的 Service、网络策略、配额和准入 webhook，以及其节点。Pod 异常时从这里开始。',
  'The last lines a container wrote. Use previous=true for a container that restarted: its last words tell why. Where a pod has several containers, name one; the refusal lists them.':
    '容器最后输出的日志。对重启过的容器使用 previous=true：其最后的输出说明原因。Pod 有多个容器时须指定一个；被拒绝时会列出。',
  'What the cluster says happened, newest last: scheduling, image pulls, probes, kills, evictions, quota and admission refusals, scaling. With pod_name or deployment also the events of owners, node, claims and autoscaler; without either all of the namespace and those of its nodes.':
    '集群记录的事件，最新的在后：调度、拉取镜像、探针、终止、驱逐、配额与准入拒绝、伸缩。指定 pod_name 或 deployment 时还包括所有者、节点、存储声明和自动伸缩器的事件；都不指定时为整个命名空间及其节点的事件。',
  'CPU and memory each container uses now, beside its requests and limits and as a share of the limit; the nearest to a limit first. Helps with OOM kills, throttling, overload and evictions. A pod without a sample is listed apart: no sample is not zero.':
    '各容器当前使用的 CPU 和内存，附请求值、限制值及占限制值的比例；最接近限制的在前。用于 OOM、限流、过载和驱逐。没有样本的 Pod 单独列出：没有样本不等于零。',
  'Deletes one pod so that its owner makes a new one, and waits until that is ready. Right where a fresh process would behave differently (a leak, a wedge, a stale credential); useless for a wrong image, configuration, probe or memory limit.':
    '删除一个 Pod，由其所有者新建，并等待其就绪。适用于新进程会有不同表现的情况（泄漏、卡死、过期的凭据）；对错误的镜像、配置、探针或内存限制无效。',
  'Sets the number of replicas of a Deployment. Right where all replicas are evenly saturated, or to bring back what was scaled to zero; an autoscaler over it would undo a count outside its bounds.':
    '设置 Deployment 的副本数。适用于所有副本均匀饱和，或恢复被缩到零的副本；其自动伸缩器会撤销超出其范围的副本数。',
  'Returns a Deployment to the pod template of an earlier revision (the one before the current, unless revision is given). Right where the fault began with the newest revision and the earlier one does not have it.':
    '将 Deployment 回退到较早版本的 Pod 模板（未指定 revision 时为上一个版本）。适用于故障始于最新版本而较早版本没有该故障的情况。',
  'Keeps new pods off a node that is bad now (uncordon=true lets them on again). Pods already there stay.':
    '使新 Pod 不再调度到当前有问题的节点（uncordon=true 则重新允许）。已在其上的 Pod 保留。',
  'Removes the records of evicted pods (status.reason Evicted, nothing else that failed) from a namespace, oldest first. Frees names and quota; it does not cure what evicted them.':
    '删除命名空间中被驱逐的 Pod 的记录（status.reason 为 Evicted，不含其他失败的），最早的在前。释放名称和配额；不解决驱逐的原因。',
  'What costs a PostgreSQL database its time: the queries running now, oldest first, with parallel workers under their leader and what they wait for; the costliest statements by time, by WAL and by temporary files written, from pg_stat_statements where it is installed; the tables most read without an index; how far vacuums, index builds, copies and base backups are. Use it for high database CPU or load, slow services, runaway reports, missing indexes.':
    'PostgreSQL 数据库的时间花在哪里：正在运行的查询，最久的在前，并行进程列在其主进程之下，附等待对象；按时间、WAL 和临时文件写入量排列的高开销语句（装有 pg_stat_statements 时）；最常不用索引读取的表；vacuum、建索引、复制和基础备份的进度。用于数据库 CPU 或负载高、服务缓慢、失控的报表、缺少索引。',
  'Who waits for locks in a PostgreSQL database, and whom they wait for in the end: the roots block others and wait for nobody, often idle in transaction; ending a root frees everyone behind it, ending a waiter frees nobody. Each with its query, times, client and locks. Also deadlocks counted so far. Use it when queries hang, time out, or pile up on one table.':
    '谁在等待 PostgreSQL 数据库中的锁，以及最终在等待谁：根源阻塞他人而自身不等待，往往在事务中空闲；终止根源会释放其后所有会话，终止等待者则不会释放任何会话。各附查询、时间、客户端和锁。还有至今的死锁计数。用于查询挂起、超时或堆积在一张表上。',
  'The connections of a PostgreSQL server: how full it is against max_connections less the reserved ones, sessions by application, and grouped by client address and state with the oldest state change (a pool leak shows as many old idle sessions from one address), sessions idle in transaction, and the longest transactions. Use it for "too many connections", pool exhaustion, or a connection-count alert.':
    'PostgreSQL 服务器的连接：相对 max_connections（扣除保留连接）的占用程度，按应用统计的会话，按客户端地址和状态分组并附最早的状态变化（连接池泄漏表现为来自同一地址的大量陈旧空闲会话），在事务中空闲的会话，以及最长的事务。用于“too many connections”、连接池耗尽或连接数告警。',
  'Replication of a PostgreSQL server: each replica with write, flush and replay lag in seconds and bytes, each slot with the WAL it keeps back and whether anyone reads it, whether WAL can be archived, open transactions that write; on a standby its own replay position, whether replay is paused, conflicts and the long queries it waits for. Use it for stale reads, replication-lag alerts, or a disk filling with WAL.':
    'PostgreSQL 服务器的复制：各备库的写入、刷盘和回放延迟（秒与字节），各复制槽所保留的 WAL 及是否有人读取，WAL 能否归档，正在写入的未结束事务；在备库上则为其回放位置、回放是否暂停、冲突及其等待的长查询。用于读到旧数据、复制延迟告警或磁盘被 WAL 占满。',
  'Dead rows and vacuum in a PostgreSQL database: per table live and dead rows, size, when it was last vacuumed and analyzed, its own autovacuum options and with how many dead rows autovacuum would begin; who holds an old snapshot and so keeps vacuum from freeing anything (session, replication slot, prepared transaction); vacuums under way; transaction id age towards wraparound. Use it for bloat, dead-tuple, not-vacuumed and wraparound alerts.':
    'PostgreSQL 数据库的死行与 vacuum：各表的活行与死行、大小、最近一次 vacuum 与 analyze、表自身的 autovacuum 选项及触发所需的死行数；谁持有旧快照而使 vacuum 无法释放（会话、复制槽、预备事务）；进行中的 vacuum；事务 ID 距回卷的年龄。用于膨胀、死行、未 vacuum 和回卷告警。',
  'Ends one client session of a PostgreSQL database that blocks others: the root that lock_waits names, which waits for nobody itself. Its transaction is undone and everyone behind it goes on. Refused where nobody waits for that session; a deadlock the server has already broken needs none. Never ends replication, autovacuum or our own sessions.':
    '终止 PostgreSQL 数据库中一个阻塞他人的客户端会话：即 lock_waits 指出的、自身不等待任何会话的根源。其事务回滚，其后的会话继续。没有会话等待它时拒绝；服务器已解开的死锁无需处理。不会终止复制、autovacuum 或我们自己的会话。',
  'Ends one client session of a PostgreSQL database together with its query and open transaction: a runaway query (give the leader, not a parallel worker), or a session idle in transaction that blocks others or pins old rows. Skipped if the session has moved on since it was seen. Never ends replication, autovacuum or our own sessions.':
    '终止 PostgreSQL 数据库的一个客户端会话及其查询和未结束的事务：失控的查询（请给出主进程而非并行进程），或在事务中空闲、阻塞他人或牵制旧行的会话。会话自看到之后已有变化时跳过。不会终止复制、autovacuum 或我们自己的会话。',
  'Runs a plain VACUUM (ANALYZE) on one table of a PostgreSQL database: frees dead rows, freezes old ones and renews the planner’s figures while reads and writes go on; never VACUUM FULL. It frees nothing that an old snapshot still needs: look at snapshot_holders of table_bloat first.':
    '对 PostgreSQL 数据库的一张表运行普通的 VACUUM (ANALYZE)：释放死行，冻结旧行，更新规划器统计信息，期间读写照常；从不运行 VACUUM FULL。旧快照仍需要的内容不会释放：请先查看 table_bloat 的 snapshot_holders。',
  'Ask the metrics server for values at one moment, in PromQL. Good for "how much now" and for comparing pods or instances; an empty result means no data, not zero.':
    '用 PromQL 向指标服务器查询某一时刻的值。适用于“现在是多少”以及比较 Pod 或实例；结果为空表示没有数据，而不是零。',
  'Ask the metrics server how values developed over time, in PromQL. Good for finding the minute something began and comparing it with a release or a restart. With by_name and changes it tells what moved among everything that bears a name.':
    '用 PromQL 向指标服务器查询一段时间内的变化。适用于找出问题开始的时刻，并与发布或重启对照。配合 by_name 和 changes，可得知带有某个名称的内容中哪些发生了变化。',
  'Ask the log server for lines of a time window, in LogQL. Good for logs of pods that are gone, of several pods at once, and for the earliest error along a chain of services. Lines come oldest first; beyond the limit the newest are kept.':
    '用 LogQL 向日志服务器查询一段时间内的日志。适用于已消失的 Pod 的日志、同时查看多个 Pod，以及沿服务链查找最早的错误。最早的在前；超出上限时保留最新的。',
  'Look up an issue of the error tracker: what fails, since when, how often, in which release, with which tags, and its latest event with the stack. Good for tying an error to a release or to one kind of input.':
    '查询错误跟踪服务中的一个问题：什么在失败、始于何时、频率、哪个版本、有哪些标签，以及带堆栈的最近一次事件。适用于把错误与某次发布或某类输入联系起来。',
  'Run one read-only program on the machine Firebreak runs on and see what it prints: uptime, df, free, uname, ps, ss, ip, date, getent, dig, journalctl, systemctl, cat, head, tail, wc, grep. No shell, no pipes, no redirection; files only under the paths that were opened for reading. For the cluster use list_pods, describe_pod and llm.orchestrator_action instead.':
    '在 Firebreak 所在的机器上运行一个只读程序并查看其输出：uptime、df、free、uname、ps、ss、ip、date、getent、dig、journalctl、systemctl、cat、head、tail、wc、grep。没有 shell、管道和重定向；只能读取已开放路径下的文件。查看集群请用 list_pods、describe_pod 和 llm.orchestrator_action。',
  'Run one program that changes something on the machine Firebreak runs on, exactly as written: an absolute path and its arguments, no shell. Shown word by word before it is confirmed; it runs only on the machine, as the user and from the very file that were seen then. It cannot be undone or checked by itself.':
    '在 Firebreak 所在的机器上原样运行一个会做变更的程序：绝对路径及其参数，没有 shell。确认之前逐字显示；只在当时看到的那台机器上、以当时的用户、用当时的文件运行。它自身无法回滚，也无法检查。',
  'Search the knowledge base for what people wrote down: runbooks, known problems, procedures. Ask with the words of the symptom or the name of the alert.':
    '在知识库中搜索人们写下的内容：预案、已知问题、操作步骤。用症状的用词或告警的名称来查询。',
  'Reads anything in the cluster the other plugins do not show, by a command as you would type it: "get deploy web -n shop -o yaml", "describe node worker-1", "get events -A --field-selector type=Warning". It is understood as a read request and never run in a shell. Allowed are get, list, describe, logs, top and events for pod, node, namespace, event, service, endpoints, configmap, secret, persistentvolumeclaim, persistentvolume, resourcequota, limitrange, serviceaccount, deployment, replicaset, statefulset, daemonset, controllerrevision, job, cronjob, horizontalpodautoscaler, networkpolicy, ingress, poddisruptionbudget, storageclass, mutatingwebhookconfiguration, validatingwebhookconfiguration, with -n, -A, -l, --field-selector, -c, --previous, --tail, --since, --for and -o wide|json|yaml|name.':
    '用平常的命令读取其他插件不显示的集群内容：“get deploy web -n shop -o yaml”、“describe node worker-1”、“get events -A --field-selector type=Warning”。作为读取请求来理解，从不在 shell 中运行。允许对常见资源类型使用 get、list、describe、logs、top 和 events，可带 -n、-A、-l、--field-selector、-c、--previous、--tail、--since、--for 和 -o wide|json|yaml|name。',
}

export const parameterMeanings: Readonly<Record<string, string>> = {
  'Namespace, exactly as the cluster spells it; * looks at all namespaces.':
    '命名空间，与集群中的写法完全一致；* 查看所有命名空间。',
  'Only pods with these labels, for example app=checkout,tier!=cache.':
    '只看带有这些标签的 Pod，例如 app=checkout,tier!=cache。',
  'Only pods on this node.': '只看此节点上的 Pod。',
  'At most so many pods.': 'Pod 数量上限。',
  'Namespace, exactly as the cluster spells it.': '命名空间，与集群中的写法完全一致。',
  'Full name of the pod, for example checkout-df6c785b4-lrd86.': 'Pod 的全名，例如 checkout-df6c785b4-lrd86。',
  'Container of the pod; needed where it has several. Init containers count.':
    'Pod 的容器；有多个容器时必填。init 容器也算。',
  'The log of the container before its last restart.': '容器最近一次重启之前的日志。',
  'The last so many lines.': '最后多少行。',
  'Only events of this pod and of what it depends on.': '只看此 Pod 及其依赖的事件。',
  'Only events of this Deployment, its ReplicaSets, pods and nodes.':
    '只看此 Deployment 及其 ReplicaSet、Pod 和节点的事件。',
  'Only events of this node.': '只看此节点的事件。',
  'The newest so many events.': '最新的多少个事件。',
  'Label selector, for example app=checkout,tier!=cache.': '标签选择器，例如 app=checkout,tier!=cache。',
  'Name of the Deployment.': 'Deployment 的名称。',
  'The number wanted.': '期望的数量。',
  'Revision to return to; the previous one where not given.': '要回退到的版本；未指定时为上一个版本。',
  'Name of the node.': '节点的名称。',
  'Let pods be scheduled there again.': '重新允许 Pod 调度到该节点。',
  'Only those evicted from this node.': '只限从此节点驱逐的。',
  'Only those of this owner, as list_pods shows it: ReplicaSet/web-1.':
    '只限此所有者的，写法如 list_pods 所示：ReplicaSet/web-1。',
  'Which database, by the name TARGET_DATABASES gives it or by its own name (an alert’s datname). Left out: the first one.':
    '哪个数据库：用 TARGET_DATABASES 中的名称或其自身的名称（告警的 datname）。省略时为第一个。',
  'How many queries of each kind to show at most.': '每类最多显示多少条查询。',
  'How many waiters to show at most.': '最多显示多少个等待者。',
  'How many groups or sessions of each kind to show at most.': '每类最多显示多少个分组或会话。',
  'Only this table, with or without its schema: orders or public.orders. Left out: those with most dead rows.':
    '只看此表，可带或不带 schema：orders 或 public.orders。省略时为死行最多的表。',
  'How many tables to show at most.': '最多显示多少张表。',
  'Process id of the session to end, as lock_waits, slow_queries or active_connections show it. The leader, not one of its parallel workers.':
    '要终止的会话的进程号，如 lock_waits、slow_queries 或 active_connections 所示。须为主进程，而非其并行进程。',
  'The table, with or without its schema: orders or public.orders.': '表，可带或不带 schema：orders 或 public.orders。',
  'PromQL, for example: sum by (pod) (rate(http_requests_total{namespace="shop",code=~"5.."}[5m]))':
    'PromQL，例如：sum by (pod) (rate(http_requests_total{namespace="shop",code=~"5.."}[5m]))',
  'The moment to look at: now, -30m, unix seconds or ISO 8601.': '要查看的时刻：now、-30m、unix 秒或 ISO 8601。',
  'PromQL, for example: sum(rate(http_requests_total{code=~"5.."}[5m]))':
    'PromQL，例如：sum(rate(http_requests_total{code=~"5.."}[5m]))',
  'The query is no query but a name, or several with commas between (a host, a service, a queue): every series that bears one of them in a label is looked at; * alone looks at everything that is measured of few things.':
    'query 不是查询语句，而是一个名称，或用逗号分隔的多个名称（主机、服务、队列）：查看标签中带有其中之一的所有序列；单独的 * 查看对少数对象所测量的全部内容。',
  'Tell each series by its level before and after its greatest change rather than point by point, the one that changed most first. Counters are told as so much a second. Good for a query that gives very many series, such as {instance="db-1:9100"}.':
    '以最大变化前后的水平而不是逐点给出各序列，变化最大的在前。计数器以每秒的量给出。适用于序列很多的查询，例如 {instance="db-1:9100"}。',
  'Beginning: -1h, unix seconds or ISO 8601.': '开始时间：-1h、unix 秒或 ISO 8601。',
  'End: now, -5m, unix seconds or ISO 8601.': '结束时间：now、-5m、unix 秒或 ISO 8601。',
  'Distance of points, such as 30s or 5m; made larger where it would give more than 240 points.':
    '数据点的间隔，例如 30s 或 5m；超过 240 个点时会加大。',
  'LogQL, for example: {namespace="shop",pod=~"checkout-.*"} |= "error"':
    'LogQL，例如：{namespace="shop",pod=~"checkout-.*"} |= "error"',
  'The query is no query but a name, or several with commas between (a host, a service, a queue): every stream that bears one of them in a label is read, and of the others the lines that mention one; * alone reads of everybody the lines that complain or tell of a change, and beside them, of the last eight days, the last words of each who writes from outside the cluster (calendars, mails, audits).':
    'query 不是查询语句，而是一个名称，或用逗号分隔的多个名称（主机、服务、队列）：读取标签中带有其中之一的所有日志流，以及其他日志流中提到它们的行；单独的 * 读取所有日志中报错或说明变更的行，并附上最近八天内集群之外每个写日志者（日历、邮件、审计）的最后几行。',
  'Beyond the limit the oldest lines of a query are kept: tells when something was first said.':
    '超出上限时保留查询中最早的行：可以看出某句话是什么时候第一次出现的。',
  'Lines at most.': '行数上限。',
  'Number or short id of the issue, such as 77120 or CHECKOUT-1Q.': '问题的编号或短 ID，例如 77120 或 CHECKOUT-1Q。',
  'The program and its arguments, for example: df -h': '程序及其参数，例如：df -h',
  'An absolute path and its arguments, for example: /usr/bin/systemctl restart nginx':
    '绝对路径及其参数，例如：/usr/bin/systemctl restart nginx',
  'Words to look for, for example: connection pool exhausted': '要查找的词，例如：connection pool exhausted',
  'Entries at most.': '条目数上限。',
  'One command that reads, with or without "kubectl" in front. The namespace is default unless -n says otherwise.':
    '一条只读命令，前面可带或不带“kubectl”。未用 -n 指定时，命名空间为 default。',
}
