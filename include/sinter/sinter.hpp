/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter.h for C++17: objects that free themselves, exceptions in place of statuses, containers in
 * place of counts and pointers. Nothing else: what a call does, and what its options mean, stands
 * in sinter.h and sinter/train.h, and whatever is not here is called there, with get().
 *
 *     sinter::model net = sinter::model::load("face.onnx");
 *     net.pin("input=1,3,240,320").optimize();
 *     net.save("fused.onnx");
 *     sinter::executable run = net.executable();
 *     sinter::outputs found = run({{"input", pixels}});
 *     const float *scores = found["scores"].data<float>();
 *
 * Ownership: models, executables and trainers keep the context that they were made with; it goes
 * with the last of them. They can be moved, not copied; clone() is a copy of a model. Errors:
 * sinter::error, with the status and the text of sn_context_error; std::bad_alloc where memory ran
 * out. One thread at a time uses a context and all that was made with it. */
#ifndef SINTER_HPP
#define SINTER_HPP

#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sinter/sinter.h"

namespace sinter
{

class error : public std::runtime_error
{
  public:
    error(sn_status status, const std::string &text) : std::runtime_error(text), status_(status) {}
    sn_status status() const noexcept { return status_; }
    const char *name() const noexcept { return sn_status_name_of(status_); } /* "E_FORMAT" */

  private:
    sn_status status_;
};

/* Options with their size; all else is zero. */
template <class options> options make()
{
    options o{};
    o.size = sizeof o;
    return o;
}
using load_options = sn_model_load_options;
using save_options = sn_model_save_options;
using optimize_options = sn_optimize_options;
using compile_options = sn_compile_options;
using train_options = sn_train_options;
using bench_options = sn_bench_options;

/* ---- tensors ----------------------------------------------------------------------------------
 */

/* The name of an element's type, as sn_array has it. */
template <class element> struct type_of;
template <> struct type_of<float> {
    static constexpr const char *name = "f32";
};
template <> struct type_of<double> {
    static constexpr const char *name = "f64";
};
template <> struct type_of<int8_t> {
    static constexpr const char *name = "i8";
};
template <> struct type_of<int16_t> {
    static constexpr const char *name = "i16";
};
template <> struct type_of<int32_t> {
    static constexpr const char *name = "i32";
};
template <> struct type_of<int64_t> {
    static constexpr const char *name = "i64";
};
template <> struct type_of<uint8_t> {
    static constexpr const char *name = "u8";
};
template <> struct type_of<uint16_t> {
    static constexpr const char *name = "u16";
};
template <> struct type_of<uint32_t> {
    static constexpr const char *name = "u32";
};
template <> struct type_of<uint64_t> {
    static constexpr const char *name = "u64";
};
template <> struct type_of<bool> {
    static constexpr const char *name = "bool";
};

/* Name, type and sizes; not the elements. */
struct tensor_info {
    std::string name, type;
    std::vector<int64_t> sizes; /* outermost first; -1: not known */
    bool rank_known = true;

    tensor_info() = default;
    explicit tensor_info(const sn_array &a)
        : name(a.name ? a.name : ""), type(a.type ? a.type : ""), sizes(a.sizes, a.sizes + a.rank)
    {
    }
    explicit tensor_info(const sn_value_info &v)
        : name(v.name), type(v.type), sizes(v.sizes, v.sizes + (v.rank > 0 ? v.rank : 0)),
          rank_known(v.rank >= 0)
    {
    }
    /* Elements; -1: some size is not known. */
    int64_t count() const noexcept
    {
        int64_t n = rank_known ? 1 : -1;
        for (int64_t size : sizes) n = n < 0 || size < 0 ? -1 : n * size;
        return n;
    }
};

/* Elements that belong to somebody else, and live as long as that says. */
class tensor
{
  public:
    explicit tensor(const sn_array &a) : array_(a) {}
    tensor_info info() const { return tensor_info(array_); }
    std::string name() const { return array_.name ? array_.name : ""; }
    std::size_t size() const noexcept { return static_cast<std::size_t>(array_.n); }
    /* An element as a number, whatever the type. */
    double at(std::size_t i) const
    {
        if (i >= size())
            throw error(SN_E_ARG, "element " + std::to_string(i) + " of '" + name() +
                                      "', which has " + std::to_string(size()));
        return sn_array_at(&array_, i);
    }
    /* Of that type; SN_E_ARG where it is another. */
    template <class element> const element *data() const
    {
        if (std::strcmp(array_.type, type_of<element>::name) != 0)
            throw error(SN_E_ARG, "'" + name() + "' is of the type " + array_.type +
                                      ", asked for as " + type_of<element>::name);
        return static_cast<const element *>(array_.data);
    }
    template <class element> std::vector<element> copy() const
    {
        const element *from = data<element>();
        return std::vector<element>(from, from + size());
    }
    const sn_array &get() const noexcept { return array_; }

  private:
    sn_array array_;
};

class outputs
{
  public:
    explicit outputs(std::vector<tensor> list) : list_(std::move(list)) {}
    std::size_t size() const noexcept { return list_.size(); }
    const tensor &operator[](std::size_t i) const
    {
        if (i >= size())
            throw error(SN_E_ARG, "there is no output " + std::to_string(i) + ", of " +
                                      std::to_string(size()));
        return list_[i];
    }
    const tensor &operator[](const std::string &name) const
    {
        std::string all;
        for (const tensor &t : list_) {
            if (t.name() == name) return t;
            all += (all.empty() ? "'" : ", '") + t.name() + "'";
        }
        throw error(SN_E_ARG, "there is no output '" + name + "'; there is " + all);
    }
    std::vector<tensor>::const_iterator begin() const noexcept { return list_.begin(); }
    std::vector<tensor>::const_iterator end() const noexcept { return list_.end(); }

  private:
    std::vector<tensor> list_;
};

/* What goes into an input: elements of any type, which are not copied and must live for the call.
 * No sizes: those of the input. No name: inputs in order. */
class input
{
  public:
    template <class element>
    input(std::string name, const std::vector<element> &elements, std::vector<int64_t> sizes = {})
        : input(std::move(name), elements.data(), elements.size(), std::move(sizes))
    {
        static_assert(!std::is_same<element, bool>::value,
                      "a std::vector<bool> has no bools in a row: give a pointer and a number");
    }
    template <class element>
    input(std::string name, const element *elements, std::size_t n, std::vector<int64_t> sizes = {})
        : name_(std::move(name)), type_(type_of<element>::name), sizes_(std::move(sizes)), n_(n),
          data_(elements)
    {
    }
    /* As sn_executable_run_arrays takes it; `own` is the input that it is for. */
    sn_array array_for(const sn_array &own) const
    {
        sn_array a{};
        a.name = name_.empty() ? nullptr : name_.c_str();
        a.type = type_;
        a.data = data_;
        const bool as_own = sizes_.empty();
        if (as_own && n_ != own.n)
            throw error(SN_E_SHAPE, "input '" + std::string(own.name) + "' has " +
                                        std::to_string(own.n) + " elements, found " +
                                        std::to_string(n_));
        if (sizes_.size() > sizeof a.sizes / sizeof *a.sizes)
            throw error(SN_E_ARG, "input '" + std::string(own.name) + "' has " +
                                      std::to_string(sizes_.size()) + " axes, 8 at most");
        a.rank = as_own ? own.rank : static_cast<int>(sizes_.size());
        std::uint64_t n = 1;
        for (int i = 0; i < a.rank; i++) {
            a.sizes[i] = as_own ? own.sizes[i] : sizes_[static_cast<std::size_t>(i)];
            n *= static_cast<std::uint64_t>(a.sizes[i]);
        }
        if (n != n_)
            throw error(SN_E_SHAPE, "input '" + std::string(own.name) + "': its sizes make " +
                                        std::to_string(n) + " elements, found " +
                                        std::to_string(n_));
        a.n = n_;
        return a;
    }
    const std::string &name() const noexcept { return name_; }

  private:
    std::string name_;
    const char *type_;
    std::vector<int64_t> sizes_;
    std::size_t n_;
    const void *data_;
};

/* ---- context ----------------------------------------------------------------------------------
 */

/* Copies are the same context. */
class context
{
  public:
    using on_message = std::function<void(bool is_warning, const std::string &text)>;
    using on_progress =
        std::function<void(const std::string &what, std::uint64_t n_done, std::uint64_t n_total)>;

    /* threads: 0: as many as the machine has. What the functions throw ends the program. */
    explicit context(int threads = 0, on_message message = nullptr, on_progress progress = nullptr)
        : held_(std::make_shared<held>())
    {
        held_->message = std::move(message);
        held_->progress = std::move(progress);
        auto o = make<sn_context_options>();
        o.threads = threads;
        o.user = held_.get();
        if (held_->message) o.message = pass_message;
        if (held_->progress) o.progress = pass_progress;
        held_->ctx = sn_context_create(&o);
        if (!held_->ctx) throw std::bad_alloc();
    }
    sn_context *get() const noexcept { return held_->ctx; }
    void check(sn_status status) const
    {
        if (status == SN_E_MEMORY) throw std::bad_alloc();
        if (status != SN_OK) throw error(status, sn_context_error(held_->ctx));
    }

  private:
    struct held {
        sn_context *ctx = nullptr;
        on_message message;
        on_progress progress;
        held() = default;
        held(const held &) = delete;
        held &operator=(const held &) = delete;
        ~held() { sn_context_destroy(ctx); }
    };
    static void pass_message(void *user, bool is_warning, const char *text) noexcept
    {
        static_cast<held *>(user)->message(is_warning, text);
    }
    static void pass_progress(void *user, const char *what, std::uint64_t n_done,
                              std::uint64_t n_total) noexcept
    {
        static_cast<held *>(user)->progress(what, n_done, n_total);
    }
    std::shared_ptr<held> held_;
};

/* An object of a context, which is destroyed before that is. */
template <class object, void (*destroy)(object *)> class handle
{
  public:
    object *get() const noexcept { return held_.get(); }
    const context &made_with() const noexcept { return context_; }

    /* The object that was held goes before its context does. */
    handle(handle &&) = default;
    handle &operator=(handle &&o) noexcept
    {
        held_ = std::move(o.held_);
        context_ = std::move(o.context_);
        return *this;
    }

  protected:
    handle(context c, object *o) : context_(std::move(c)), held_(o) {}
    void check(sn_status status) const { context_.check(status); }

  private:
    struct destroyer {
        void operator()(object *o) const noexcept { destroy(o); }
    };
    context context_; /* goes after held_ */
    std::unique_ptr<object, destroyer> held_;
};

/* ---- executable -------------------------------------------------------------------------------
 */

class executable : public handle<sn_executable, sn_executable_destroy>
{
  public:
    executable(context c, sn_executable *e) : handle(std::move(c), e) {}
    sn_executable_info info() const
    {
        sn_executable_info out{};
        sn_executable_describe(get(), &out);
        return out;
    }
    std::vector<tensor_info> inputs() const { return listed(sn_executable_input); }
    std::vector<tensor_info> outputs() const { return listed(sn_executable_output); }

    /* What comes out lives until the next run. */
    class outputs operator()(const std::vector<input> &given)
    {
        std::vector<sn_array> in;
        for (std::size_t i = 0; i < given.size(); i++)
            in.push_back(given[i].array_for(own(given, i)));
        std::vector<sn_array> out(info().n_outputs);
        check(sn_executable_run_arrays(get(), in.data(), static_cast<std::uint32_t>(in.size()),
                                       out.data()));
        std::vector<tensor> list;
        for (const sn_array &a : out) list.emplace_back(a);
        return sinter::outputs(std::move(list));
    }
    /* The elements of each input and output, in order, of their types: nothing is checked or
     * copied. */
    void run(const void *const *in, void *const *out) { check(sn_executable_run(get(), in, out)); }

    /* Lives as long as the executable. */
    sn_bench_result bench(std::uint32_t rounds = 20)
    {
        sn_bench_result out{};
        check(sn_executable_bench(get(), rounds, &out));
        return out;
    }
    sn_bench_result bench(const bench_options &o)
    {
        sn_bench_result out{};
        check(sn_executable_bench_with(get(), &o, &out));
        return out;
    }

  private:
    std::vector<tensor_info> listed(bool (*at)(const sn_executable *, std::uint32_t,
                                               sn_array *)) const
    {
        std::vector<tensor_info> list;
        sn_array a;
        for (std::uint32_t i = 0; at(get(), i, &a); i++) list.emplace_back(a);
        return list;
    }
    /* The input that given[i] is for. */
    sn_array own(const std::vector<input> &given, std::size_t i) const
    {
        const std::string &name = given[i].name();
        std::string all;
        sn_array a{};
        for (std::uint32_t k = 0; sn_executable_input(get(), k, &a); k++) {
            if (name.empty() ? k == i : name == a.name) return a;
            all += (all.empty() ? "'" : ", '") + std::string(a.name) + "'";
        }
        throw error(SN_E_ARG,
                    (name.empty() ? "input " + std::to_string(i) : "input '" + name + "'") +
                        " is none of the network's, which are " + all);
    }
};

/* ---- model ------------------------------------------------------------------------------------
 */

/* A file that was written into memory. */
struct file {
    std::string path;
    std::vector<unsigned char> bytes;
};

class model : public handle<sn_model, sn_model_destroy>
{
  public:
    model(context c, sn_model *m) : handle(std::move(c), m) {}

    static model load(const std::string &path, const load_options &o = make<load_options>(),
                      context c = context())
    {
        sn_model *m = nullptr;
        c.check(sn_model_load(c.get(), path.c_str(), &o, &m));
        return model(std::move(c), m);
    }
    /* From memory: what would be in the file at `name`, which says the format, and beside it. */
    static model parse(const std::string &name, const void *data, std::size_t bytes,
                       const void *weights = nullptr, std::size_t weights_bytes = 0,
                       load_options o = make<load_options>(), context c = context())
    {
        o.data = data;
        o.bytes = bytes;
        o.weights_data = weights;
        o.weights_bytes = weights_bytes;
        return load(name, o, std::move(c));
    }
    /* One that sinter makes itself. */
    static model zoo(const std::string &name, std::uint64_t seed = 1, context c = context())
    {
        sn_model *m = nullptr;
        c.check(sn_model_zoo(c.get(), name.c_str(), seed, &m));
        return model(std::move(c), m);
    }

    void save(const std::string &path, const save_options &o = make<save_options>())
    {
        check(sn_model_save(get(), path.c_str(), &o));
    }
    /* Into memory: the file of weights, where the format has one, and the network. */
    std::vector<file> write(const std::string &name, save_options o = make<save_options>())
    {
        std::vector<file> files;
        o.user = &files;
        o.write = [](void *user, const char *path, const void *data, std::size_t n) noexcept {
            auto &list = *static_cast<std::vector<file> *>(user);
            const auto *from = static_cast<const unsigned char *>(data);
            try {
                if (n == 0 && (list.empty() || list.back().path != path))
                    list.push_back({path, {}});
                else if (n > 0)
                    list.back().bytes.insert(list.back().bytes.end(), from, from + n);
            } catch (const std::bad_alloc &) {
                return false;
            }
            return true;
        };
        check(sn_model_save(get(), name.c_str(), &o));
        return files;
    }
    model clone() const
    {
        sn_model *m = nullptr;
        check(sn_model_clone(get(), &m));
        return model(made_with(), m);
    }
    model sized()
    {
        sn_model *m = nullptr;
        check(sn_model_sized(get(), &m));
        return model(made_with(), m);
    }

    model &pin(const std::string &shape) { return done(sn_model_pin(get(), shape.c_str())); }
    model &keep(const std::string &value) { return done(sn_model_keep(get(), value.c_str())); }
    model &set_batch(int n, sn_verify_mode verify = SN_VERIFY_DEFAULT)
    {
        return done(sn_model_set_batch(get(), n, verify));
    }
    model &set_spelling(const std::string &target)
    {
        return done(sn_model_set_spelling(get(), target.c_str()));
    }
    model &set_outputs(const std::vector<std::string> &names)
    {
        return done(sn_model_set_outputs(get(), pointers(names).data()));
    }
    model &cut(const std::vector<std::string> &from, const std::vector<std::string> &to)
    {
        return done(sn_model_cut(get(), pointers(from).data(), pointers(to).data()));
    }

    /* The result lives as long as the model. */
    sn_optimize_result optimize(const optimize_options &o = make<optimize_options>())
    {
        sn_optimize_result out{};
        check(sn_model_optimize(get(), &o, &out));
        return out;
    }
    /* Both of one context. */
    sn_comparison compare(model &other, double bound = 0)
    {
        sn_comparison out{};
        check(sn_model_compare(get(), other.get(), bound, &out));
        return out;
    }
    sn_compile_result compile(const std::string &folder,
                              const compile_options &o = make<compile_options>())
    {
        sn_compile_result out{};
        check(sn_model_compile(get(), folder.c_str(), &o, &out));
        return out;
    }
    class executable executable(const compile_options &o = make<compile_options>())
    {
        sn_executable *e = nullptr;
        check(sn_executable_create(get(), &o, &e));
        return sinter::executable(made_with(), e);
    }

    std::vector<tensor_info> inputs()
    {
        std::vector<tensor_info> list;
        sn_value_info v;
        for (std::uint32_t i = 0; i < sn_model_n_inputs(get()); i++) {
            check(sn_model_input_value(get(), i, &v));
            list.emplace_back(v);
        }
        return list;
    }
    std::vector<tensor_info> outputs()
    {
        std::vector<tensor_info> list;
        sn_value_info v;
        for (std::uint32_t i = 0; i < sn_model_n_outputs(get()); i++) {
            check(sn_model_output_value(get(), i, &v));
            list.emplace_back(v);
        }
        return list;
    }
    /* sn_report: "show", "text", "names". */
    std::string report(const std::string &what)
    {
        std::string out;
        const auto add = [](void *user, const char *text, std::size_t n) noexcept {
            try {
                static_cast<std::string *>(user)->append(text, n);
            } catch (const std::bad_alloc &) {
                return false;
            }
            return true;
        };
        check(sn_report(made_with().get(), get(), what.c_str(), add, &out));
        return out;
    }

  private:
    model &done(sn_status status)
    {
        check(status);
        return *this;
    }
    static std::vector<const char *> pointers(const std::vector<std::string> &names)
    {
        std::vector<const char *> list;
        for (const std::string &name : names) list.push_back(name.c_str());
        list.push_back(nullptr);
        return list;
    }
};

/* ---- trainer ----------------------------------------------------------------------------------
 */

class trainer : public handle<sn_trainer, sn_trainer_destroy>
{
  public:
    /* Of a copy of the network, which store() gives the weights. */
    trainer(model &m, const train_options &o) : handle(m.made_with(), create(m, o)) {}
    void compile(const compile_options &o = make<compile_options>())
    {
        check(sn_trainer_compile(get(), &o));
    }
    /* Elements of each input of the network, then the target. Gives the loss. */
    double step(const std::vector<const void *> &in, double learning_rate)
    {
        double loss = 0;
        check(sn_trainer_run(get(), in.data(), learning_rate, &loss));
        return loss;
    }
    /* The result lives until the next call. */
    std::pair<double, tensor> evaluate(const std::vector<const void *> &in)
    {
        double loss = 0;
        sn_array result{};
        check(sn_trainer_evaluate(get(), in.data(), &loss, &result));
        return {loss, tensor(result)};
    }
    /* As C, in a folder. */
    sn_train_step_code write(const std::string &folder,
                             const compile_options &o = make<compile_options>())
    {
        sn_train_step_code out{};
        check(sn_trainer_write(get(), folder.c_str(), &o, &out));
        return out;
    }
    void store() { check(sn_trainer_store(get())); }

  private:
    static sn_trainer *create(model &m, const train_options &o)
    {
        sn_trainer *t = nullptr;
        m.made_with().check(sn_trainer_create(m.get(), &o, &t));
        return t;
    }
};

} // namespace sinter

#endif
