-- who calls: with the first call of a learner in a second
select "users"."id", "sessions"."id" as "sessionId", "sessions"."last_seen_at" as "seenAt", "sessions"."expires_at" as "expiresAt", "users"."country_code" as "countryCode", "users"."phone", "users"."name", "users"."role", "users"."registration_completed" as "completed"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."revoked_at" is null
  and "sessions"."token_hash" = ?
  and "sessions"."expires_at" > ?;

-- save of a chosen option: a hundred times a candidate, and with every change of mind
insert into "responses" ("attempt_id", "question_id", "option_id", "marked", "seq", "time_from", "time_to", "saved_at", "visited")
  select "attempts"."id", cast(? as integer) as "question_id", cast(? as integer) as "option_id", cast(? as integer) as "marked", cast(? as bigint) as "seq", cast(? as bigint) as "time_from", cast(? as bigint) as "time_to", cast(? as bigint) as "saved_at", cast(? as text) as "visited"
  from "attempts"
  where "attempts"."user_id" = ?
  and "attempts"."exam_id" = ?
  and "attempts"."status" = 'open'
  and attempts.deadline_at + 0 >= ?
  and "attempts"."time_left" is null
  and (
    select "paper_questions"."question_id"
    from "paper_questions"
    where "paper_questions"."paper_id" = "attempts"."paper_id"
    and "paper_questions"."question_id" = ?) is not null
  and "attempts"."id" = ?
  and "attempts"."writer" = ?
  and exists (
    select 1 as "one"
    from "question_options"
    where "question_options"."id" = ?
    and "question_options"."question_id" = ?)
  on conflict ("attempt_id", "question_id")
  do update
  set "option_id" = "excluded"."option_id", "marked" = "excluded"."marked", "seq" = "excluded"."seq", "time_from" = "excluded"."time_from", "time_to" = "excluded"."time_to", "saved_at" = "excluded"."saved_at", "visited" = coalesce("excluded"."visited", "responses"."visited")
  where "excluded"."seq" > "responses"."seq"
  returning "responses"."attempt_id", "responses"."seq", (
    select "attempts"."deadline_at"
    from "attempts"
    where "attempts"."id" = "responses"."attempt_id") as "deadline_at";

-- save of a question cleared or marked: the same without an option
insert into "responses" ("attempt_id", "question_id", "option_id", "marked", "seq", "time_from", "time_to", "saved_at", "visited")
  select "attempts"."id", cast(? as integer) as "question_id", cast(? as integer) as "option_id", cast(? as integer) as "marked", cast(? as bigint) as "seq", cast(? as bigint) as "time_from", cast(? as bigint) as "time_to", cast(? as bigint) as "saved_at", cast(? as text) as "visited"
  from "attempts"
  where "attempts"."user_id" = ?
  and "attempts"."exam_id" = ?
  and "attempts"."status" = 'open'
  and attempts.deadline_at + 0 >= ?
  and "attempts"."time_left" is null
  and (
    select "paper_questions"."question_id"
    from "paper_questions"
    where "paper_questions"."paper_id" = "attempts"."paper_id"
    and "paper_questions"."question_id" = ?) is not null
  and "attempts"."id" = ?
  and "attempts"."writer" = ?
  on conflict ("attempt_id", "question_id")
  do update
  set "option_id" = "excluded"."option_id", "marked" = "excluded"."marked", "seq" = "excluded"."seq", "time_from" = "excluded"."time_from", "time_to" = "excluded"."time_to", "saved_at" = "excluded"."saved_at", "visited" = coalesce("excluded"."visited", "responses"."visited")
  where "excluded"."seq" > "responses"."seq"
  returning "responses"."attempt_id", "responses"."seq", (
    select "attempts"."deadline_at"
    from "attempts"
    where "attempts"."id" = "responses"."attempt_id") as "deadline_at";

-- whether a discussion has changed: four times a minute from every open course page
select "panel"."id", "panel"."changes", "enrolments"."valid_until", (
    select "discussions"."id"
    from "discussions"
    where discussions.panel_id between "panel"."id"
    and "panel"."id"
    order by "panel_id" desc, "discussions"."id" desc limit ?) as "last", (
    select max("deleted_at") as "deleted"
    from "discussions"
    where "panel_id" = "panel"."id") as "deleted", (
    select count(*) as "reports"
    from "discussion_reports" as "report"
    where "report"."user_id" = ?
    and (
      select "discussions"."panel_id"
      from "discussions"
      where "discussions"."id" = "report"."discussion_id") = "panel"."id") as "reports"
  from "discussion_panels" as "panel"
  left join "enrolments" on "enrolments"."course_id" = "panel"."course_id"
  and "enrolments"."user_id" = ?
  where "panel"."id" = ?
  and "panel"."retired" = ?;

-- which work other processes do: every two seconds from every process on PostgreSQL
select "name"
  from "leases"
  where "owner" != ?
  and "expires_at" > ?;

-- when a session was last used: every ten minutes of a session that is used
update "sessions"
  set "last_seen_at" = ?
  where "id" = ?;

-- number on the bell: with every page of a learner
select count(*) as "unread"
  from "notifications"
  left join "notification_reads" as "seen" on "seen"."notification_id" = "notifications"."id"
  and "seen"."user_id" = ?
  where "notifications"."expires_at" > ?
  and "notifications"."id" in (
    select "own"."id"
    from "notifications" as "own"
    where "own"."user_id" = ?
    union all
    select "shared"."id"
    from "notifications" as "shared"
    where "shared"."user_id" is null
    and "shared"."course_id" is null
    union all
    select "shared"."id"
    from "enrolments"
    inner join "notifications" as "shared" on "shared"."course_id" = "enrolments"."course_id"
    where "enrolments"."user_id" = ?
    and "shared"."user_id" is null
    and "shared"."created_at" >= "enrolments"."created_at"
    and "shared"."created_at" <= "enrolments"."valid_until")
  and "seen"."user_id" is null;

-- an exam as a learner sees it, and the learner's attempts of it: with every look at its page, and with its start
select "exams"."title", "exams"."category_title", "exams"."exam_type_id", "exams"."minutes", exams.attempts_allowed + coalesce((
      select extra_attempts.attempts
      from extra_attempts
      where extra_attempts.user_id = ?
      and extra_attempts.exam_id = exams.id), 0) as "attempts_allowed", "exams"."view_answer", "exams"."registration_fields", "exams"."opens_at", "exams"."closes_at", "exams"."paper_id" as "current_paper", "exams"."retired", (
    select "exam_registrations"."id"
    from "exam_registrations"
    where "exam_registrations"."exam_id" = "exams"."id"
    and "exam_registrations"."user_id" = ?) as "registration_id", "attempts"."id", "attempts"."exam_id", "attempts"."number", "attempts"."status", "attempts"."paper_id", "attempts"."started_at", "attempts"."deadline_at", "attempts"."writer", "attempts"."time_left", "attempts"."score_units", "attempts"."finished_by", "papers"."question_count", "papers"."units_per_mark", "papers"."correct_units", "papers"."wrong_units"
  from "exams"
  left join "attempts" on "attempts"."exam_id" = "exams"."id"
  and "attempts"."user_id" = ?
  left join "papers" on "papers"."id" = "attempts"."paper_id"
  where "exams"."id" = ?
  order by "attempts"."number" desc;

-- start of an attempt: once a candidate, by half of them in the same half minute
insert into "attempts" ("user_id", "exam_id", "paper_id", "course_map_id", "number", "status", "started_at", "deadline_at", "writer")
  select cast(? as integer) as "user_id", "exams"."id" as "exam_id", "exams"."paper_id" as "paper_id", cast(? as integer) as "course_map_id", cast(? as integer) as "number", 'open' as "status", cast(? as bigint) as "started_at", cast(? as bigint) as "deadline_at", cast(? as text) as "writer"
  from "exams"
  where "exams"."id" = ?
  and "exams"."paper_id" is not null
  on conflict do nothing
  returning "id", "number", "paper_id", "started_at", "deadline_at";

-- end of an attempt: once a candidate, by half of them in the last minute
update "attempts"
  set "status" = ?, "submitted_at" = case when "time_left" is not null then (
    select "attempt_returns"."deadline_at"
    from "attempt_returns"
    where "attempt_returns"."attempt_id" = "attempts"."id"
    order by "attempt_returns"."id" desc limit ?) when "deadline_at" < ? then "deadline_at" else cast(? as bigint) end, "finished_by" = case when "deadline_at" < ? then 'deadline' else 'learner' end, "deadline_at" = case when "time_left" is not null then (
    select "attempt_returns"."deadline_at"
    from "attempt_returns"
    where "attempt_returns"."attempt_id" = "attempts"."id"
    order by "attempt_returns"."id" desc limit ?) else "deadline_at" end, "finished_at" = ?, "time_left" = ?
  where "id" = ?
  and "status" = ?
  and ("time_left" is null
    or "deadline_at" < ?)
  and (cast(? as text) is null
    or "writer" = ?
    or "deadline_at" <= ?)
  and (cast(? as bigint) is null
    or "deadline_at" <= cast(? as bigint)
    or "deadline_at" <= ?)
  returning "id", "paper_id", "number";

-- what an attempt is scored by: with its end
select count(*) as "answered", coalesce(sum(case when paper_questions.right_option_id is null then question_options.is_answer when paper_questions.right_option_id = responses.option_id then 1 else 0 end), 0) as "correct"
  from "responses"
  inner join "option_texts" as "question_options" on "question_options"."id" = "responses"."option_id"
  inner join "paper_questions" on "paper_questions"."question_id" = "responses"."question_id"
  where "responses"."attempt_id" = ?
  and "paper_questions"."paper_id" = ?;
